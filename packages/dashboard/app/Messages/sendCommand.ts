import { mountUrl } from "../Client/index.js"

/** A command that sends a mail with the key in TELEMARK_KEY. */
export const sendCommand = (): string => `curl ${new URL("v1/emails/send", mountUrl).href} \\
  -H "Authorization: Bearer $TELEMARK_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"to": "you@example.com", "subject": "Hello", "html": "<p>It works.</p>"}'`
