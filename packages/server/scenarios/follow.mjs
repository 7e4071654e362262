// Follows events under the name "ledger", with the built packages, up to the given number; prints
// the ids of their mails:
//   node follow.mjs URL COUNT
const from = (name) => import(new URL(`../../${name}/dist/index.js`, import.meta.url).href)

const [url, count] = process.argv.slice(2)
const { createTelemark } = await from("telemark")
const { capture } = await from("smtp")
const storage = url.startsWith("sqlite:")
  ? (await from("sqlite")).sqlite({ filename: url.slice("sqlite:".length) })
  : (await from("postgres")).postgres({ url })
const telemark = await createTelemark({
  storage,
  transport: capture(),
  secret: process.env.TELEMARK_SECRET
})
const ids = []
for await (const { data } of telemark.subscribe({
  name: "ledger",
  types: ["email.sent", "email.bounced"],
  from: "beginning"
})) {
  ids.push(data.email_id)
  if (ids.length === Number(count)) break
}
await telemark.close()
console.log(JSON.stringify(ids))
