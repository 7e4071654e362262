/**
 * Requests that send a first mail, to copy. They act with a key from the environment: a key stands
 * in no file.
 */
export const examplesOf = (baseUrl: string) => ({
  shell: `curl ${baseUrl}/emails/send \\
  -H "Authorization: Bearer $TELEMARK_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"to": "ada@example.com", "subject": "Hello", "text": "My first mail."}'`,
  node: `import { createClient } from "@telemark/client"

const client = createClient({
  baseUrl: "${baseUrl}",
  apiKey: process.env.TELEMARK_KEY
})
await client.emails.send({ to: "ada@example.com", subject: "Hello", text: "My first mail." })`
})
