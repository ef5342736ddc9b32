/** The page without a server: static files, and an engine that is loaded into a worker. */
import '../design/tokens.css';
import '../design/parts/base.css';
import '../design/parts/top.css';
import '../design/parts/plant.css';
import '../design/parts/seat.css';
import '../design/parts/fuel.css';
import '../design/parts/desk.css';
import '../design/parts/screens.css';
import './old.css';

import { mount } from 'svelte';

import { startTheme } from '../design/theme.svelte';
import { shareWith } from '../end/shareSheet';
import { startSettings } from '../settings/settings.svelte';
import { learn, startWords } from '../words';
import { missing } from './ability';
import { loadEngine } from './engineState.svelte';
import PlayRoot from './PlayRoot.svelte';
import RunsHere from './RunsHere.svelte';

async function start(): Promise<void> {
    startTheme();
    startSettings();
    shareWith(async () => (await import('./LinkSheet.svelte')).default);
    await startWords();
    // The screens ask the transport what it can do.
    loadEngine(RunsHere);
    await Promise.all([learn('play'), learn('kept'), learn('screens')]);
    const target = document.getElementById('page');
    if (target) mount(PlayRoot, { target });
}

// Otherwise the plain page is shown.
if (missing().length === 0) await start();
