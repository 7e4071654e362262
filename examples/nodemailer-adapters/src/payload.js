import { nodemailerAdapter } from "@payloadcms/email-nodemailer"
import { createTransport } from "nodemailer"

/** The member `email` of Payload's configuration. */
export const makeEmail = (transport) =>
  nodemailerAdapter({
    defaultFromAddress: "hello@fjord.example",
    defaultFromName: "Fjord",
    transport: createTransport(transport)
  })
