// Every board in every state, for looking at. Only the development server serves this page:
// /src/map/gallery/index.html?board=germany&scene=building&theme=dark&language=de

import { mount } from 'svelte';
import '../../design/tokens.css';
import Gallery from './Gallery.svelte';

const query = new URLSearchParams(location.search);
document.documentElement.dataset['theme'] = query.get('theme') ?? 'light';
document.body.style.margin = '0';
mount(Gallery, {
    target: document.getElementById('gallery')!,
    props: {
        board: query.get('board') ?? 'usa',
        scene: query.get('scene') ?? 'building',
        language: query.get('language') ?? 'en',
        width: Number(query.get('width') ?? 0),
        height: Number(query.get('height') ?? 0),
    },
});
