// The card game's own parts, loaded where it is played.

export { default as CardCentre } from "./CardCentre.svelte";
export { default as NextPlant } from "./NextPlant.svelte";
export { default as ProductionPanel } from "./ProductionPanel.svelte";
export { default as PurchasePanel } from "./PurchasePanel.svelte";
export { default as SeatStorage } from "./SeatStorage.svelte";
export { CardTurn } from "./cardTurn.svelte.js";
