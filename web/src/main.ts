import './design/tokens.css';
import './design/parts/base.css';
import './design/parts/top.css';
import './design/parts/plant.css';
import './design/parts/seat.css';
import './design/parts/fuel.css';
import './design/parts/desk.css';
import './design/parts/screens.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { startTheme } from './design/theme.svelte';
import { startOffline } from './offline/register';
import { embedOf } from './router.svelte';
import { startSettings } from './settings/settings.svelte';
import { startWords } from './words';

startTheme();
// An embedded replay stores nothing in the browser.
if (!embedOf(location.pathname)) startOffline();
startSettings();
await startWords();
const target = document.getElementById('page');
if (target) mount(App, { target });
