export {
  button,
  code,
  greeting,
  heading,
  link,
  note,
  paragraph,
  quantities,
  quote,
  steps,
  when,
  writtenLink
} from "./blocks.js"
export { documentOf, type Mail } from "./document.js"
export { fact, facts, purchase } from "./tables.js"
