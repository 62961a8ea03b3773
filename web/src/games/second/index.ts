/* The painted board of Second Place. */

export { default } from "./Board.svelte";
export { default as Aside } from "./Aside.svelte";
export { spotOf } from "./spots";
