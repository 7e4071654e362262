import { createServer } from "node:http"
import { ValidationFailed } from "telemark"

const welcome = (to) => ({
  to,
  subject: "Welcome to Fjord",
  html: "<h1>Welcome!</h1><p>Good to have you here. Your first tour is on us.</p>"
})

const answer = (response, status, body) => {
  response.writeHead(status, { "content-type": "application/json" })
  response.end(`${JSON.stringify(body)}\n`)
}

const readForm = async (request) => {
  let text = ""
  for await (const chunk of request) text += chunk
  return new URLSearchParams(text)
}

/** POST /signup with an `email`; GET /signup/{id} tells what became of the welcome mail. */
export const createApp = (telemark) => {
  const signUp = async (request, response) => {
    const email = (await readForm(request)).get("email") ?? ""
    // The address is the key: pressing the button twice welcomes nobody twice.
    const { queued } = await telemark.emails.send(welcome(email), {
      idempotencyKey: `welcome-${email}`
    })
    answer(response, 201, { id: queued[0]?.id ?? null })
  }
  const follow = async (id, response) => {
    const { error_message, status } = await telemark.emails.get(id)
    answer(response, 200, { status, error_message })
  }
  const route = (request, response) => {
    const [, path, id] = request.url.split("/")
    if (path === "signup" && request.method === "POST") return signUp(request, response)
    if (path === "signup" && id !== undefined) return follow(id, response)
    return Promise.resolve(answer(response, 404, { error: "not_found" }))
  }
  return createServer((request, response) => {
    route(request, response).catch((error) => {
      if (error instanceof ValidationFailed)
        answer(response, 400, { error: error.code, details: error.details })
      else
        answer(response, error.code === "not_found" ? 404 : 500, {
          error: error.code ?? "unexpected"
        })
    })
  })
}
