/** The page without a server: static files, and an engine that is loaded into a worker. */
import '../design/tokens.css';
import '../design/parts/base.css';
import '../design/parts/top.css';
import '../design/parts/plant.css';
import '../design/parts/seat.css';
import '../design/parts/fuel.css';
import '../design/parts/desk.css';
import '../design/parts/screens.css';

import { mount } from 'svelte';

import { startTheme } from '../design/theme.svelte';
import { startSettings } from '../settings/settings.svelte';
import { learn, startWords } from '../words';
import { loadEngine } from './engineState.svelte';
import PlayPage from './PlayPage.svelte';

startTheme();
startSettings();
await startWords();
await Promise.all([learn('play'), learn('screens')]);
const target = document.getElementById('page');
if (target) mount(PlayPage, { target });
loadEngine();
