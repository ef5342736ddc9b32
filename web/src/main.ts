import './design/tokens.css';
import './design/parts.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { startTheme } from './design/theme.svelte';
import { startOffline } from './offline/register';
import { startSettings } from './settings/settings.svelte';
import { startWords } from './words';

startTheme();
startOffline();
startSettings();
await startWords();
const target = document.getElementById('page');
if (target) mount(App, { target });
