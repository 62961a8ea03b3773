import { mount } from "svelte";
import App from "./App.svelte";
import { language } from "$lib/language.svelte";
import "./styles/tokens.css";
import "./styles/base.css";

const target = document.getElementById("app");
if (target) {
  await language.begin();
  mount(App, { target });
}
