// What Cloudflare Workers and their like call; Deno and Bun take the same with `serve`.
export { app as default } from "./app.js"
