import { createHash } from "node:crypto"

/**
 * The style of all pages, light and dark. Inline, because a page that loads nothing leaks nothing.
 */
export const style = `
:root { color-scheme: light dark; --ink: #1d2430; --soft: #5c6675; --line: #dfe3e8; --paper: #fff; --back: #f5f6f8; --accent: #0b5fcc }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ee; --soft: #9aa4b2; --line: #2d343f; --paper: #191e26; --back: #11151b; --accent: #7db4ff }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--back); color: var(--ink); font: 15px/1.5 system-ui, sans-serif }
a { color: var(--accent); text-decoration: none }
a:hover { text-decoration: underline }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
header, main { max-width: 64rem; margin: 0 auto; padding: 0 1.25rem }
header { display: flex; align-items: baseline; gap: .75rem; padding-top: 1.25rem; padding-bottom: .75rem }
header strong { font-size: 1.1rem }
header strong a { color: inherit }
header span { color: var(--soft); flex: 1 }
form { margin: 0 }
button { font: inherit; color: var(--accent); background: none; border: 0; padding: 0; cursor: pointer }
button:hover { text-decoration: underline }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere }
.prose { padding: .25rem 1.25rem }
main { padding-bottom: 3rem }
h1 { font-size: 1.35rem; line-height: 1.3; margin: .25rem 0 1rem; overflow-wrap: anywhere }
h2 { font-size: 1rem; margin: 1.75rem 0 .5rem }
h2 span { float: right; font-weight: 400; font-size: .875rem }
h2 span a { margin-left: .75rem }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: 8px; overflow: hidden }
.note { margin: .75rem 0; font-size: .875rem; text-align: center; color: var(--soft) }
.empty { padding: 3rem 1.25rem; text-align: center; color: var(--soft) }
.list { list-style: none; margin: 0; padding: 0 }
.list li + li { border-top: 1px solid var(--line) }
.list a { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 1rem; padding: .65rem 1rem; color: inherit }
.list a:hover { background: color-mix(in srgb, var(--accent) 8%, transparent); text-decoration: none }
.list b { font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.list small, .list time, .list code { color: var(--soft); font-size: .875rem; font-variant-numeric: tabular-nums }
.list small { grid-column: 1 / -1; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem 1rem; margin: 0; padding: .75rem 1rem }
dt { color: var(--soft) }
dd { margin: 0; overflow-wrap: anywhere }
iframe { display: block; width: 100%; height: 32rem; border: 0; background: #fff; color-scheme: light; resize: vertical }
pre { margin: 0; padding: .75rem 1rem; overflow-x: auto; font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere }
.links { margin: 0; padding: .75rem 1rem .75rem 2rem; overflow-wrap: anywhere }
.files { list-style: none; margin: 0; padding: 0; overflow-wrap: anywhere }
.files li { position: relative; min-height: 4.8rem; padding: .65rem 1rem .65rem 7rem }
.files li + li { border-top: 1px solid var(--line) }
.files span { position: absolute; left: 1rem; width: 5rem; height: 3.5rem; display: grid; place-items: center; overflow: hidden }
.files span { background: #fff; border: 1px solid var(--line); border-radius: 4px }
.files span:empty { background: none }
.files span:empty::before { content: "file"; color: var(--soft); font-size: .75rem }
.files small { display: block; color: var(--soft) }
.files img { max-width: 5rem; max-height: 3.5rem }
details { margin-top: 1.25rem }
summary { cursor: pointer; font-weight: 600 }
details[open] summary { margin-bottom: .5rem }
@media (max-width: 34rem) {
  header span { visibility: hidden; height: 1em }
  h2 span { float: none; display: block; margin-top: .25rem }
  h2 span a:first-child { margin-left: 0 }
  .list a, dl { grid-template-columns: minmax(0, 1fr); gap: 0 }
  dd { margin-bottom: .4rem }
}
`

/** Allows the style in a Content-Security-Policy. */
export const styleHash = `'sha256-${createHash("sha256").update(style).digest("base64")}'`
