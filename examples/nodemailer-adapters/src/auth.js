import { Auth } from "@auth/core"
import Nodemailer from "@auth/core/providers/nodemailer"

/** Auth.js, which mails a link to sign in. Its framework packages take the same configuration. */
export const makeAuth = ({ adapter, secret, transport }) => {
  const config = {
    adapter,
    secret,
    trustHost: true,
    providers: [Nodemailer({ server: transport, from: "Fjord <hello@fjord.example>" })]
  }
  return (request) => Auth(request, config)
}
