import { Provider } from "oidc-provider"
import { generateKeyPairSync, sign } from "node:crypto"
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse
} from "node:http"
import type { AddressInfo } from "node:net"
import { onTestFinished } from "vitest"

/** Of the client that the tests' server is. */
export const client = { id: "telemark", secret: "a secret of sixteen octets or more" }

export const publicUrl = "https://mail.example.com"

/** What the provider says of its one account. */
export interface Account {
  sub: string
  email: string
  email_verified: boolean
  groups?: unknown
}

const listening = async (server: Server, port = 0): Promise<string> => {
  await new Promise<void>((resolve) => {
    server.listen(port, "127.0.0.1", resolve)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
}

/** A certified OpenID Connect provider, where somebody is signed in already, and agrees. */
export const startProvider = async (account: Account, ourUrl = publicUrl) => {
  let listener: RequestListener = () => undefined
  const server = createServer((request, response) => {
    listener(request, response)
  })
  const issuer = await listening(server)
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        token_endpoint_auth_method: "client_secret_post",
        redirect_uris: [`${ourUrl}/signed-in`],
        post_logout_redirect_uris: [`${ourUrl}/`]
      }
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ ...account, sub: id }) }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ["a key"] }
  })
  const answer = provider.callback()
  const agree = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { params, prompt } = await provider.interactionDetails(request, response)
    const grant = new provider.Grant({ accountId: account.sub, clientId: client.id })
    grant.addOIDCScope(String(params["scope"]))
    await provider.interactionFinished(
      request,
      response,
      prompt.name === "login"
        ? { login: { accountId: account.sub } }
        : { consent: { grantId: await grant.save() } }
    )
  }
  listener = (request, response) => {
    if (request.url?.startsWith("/interaction/") === true) void agree(request, response)
    else void answer(request, response)
  }

  /** Goes where a browser is sent, until that is our own address; returns its query. */
  const visit = async (url: string): Promise<string> => {
    const cookies = new Map<string, string>()
    for (let at = url; ;) {
      const { headers } = await fetch(at, {
        redirect: "manual",
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") }
      })
      for (const cookie of headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        cookies.set(name, value)
      }
      const location = headers.get("location")
      if (location === null) throw new Error(`${at} sent the browser nowhere`)
      at = new URL(location, at).href
      if (at.startsWith(publicUrl)) return new URL(at).search
    }
  }
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => {
        resolve()
      })
    })
  return { issuer, visit, stop }
}

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })

const json = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url")

const tokenOf = (claims: object): string => {
  const content = `${json({ alg: "RS256", typ: "JWT", kid: "1" })}.${json(claims)}`
  return `${content}.${sign("sha256", Buffer.from(content), privateKey).toString("base64url")}`
}

/** A provider that says whatever a test has it say: `claims` in its tokens, and by userinfo. */
export const startLiar = async (
  claims: (usual: Readonly<Record<string, unknown>>) => object | Promise<object>,
  userinfo?: object
) => {
  let issuer = ""
  const nonces = new Map<string, string>()
  const server = createServer((request, response) => {
    const answer = (value: unknown): void => {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value))
    }
    const url = new URL(request.url ?? "", issuer)
    if (url.pathname === "/jwks")
      return answer({ keys: [{ ...publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256" }] })
    if (url.pathname === "/userinfo") return answer(userinfo)
    if (url.pathname !== "/token")
      return answer({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        ...(userinfo === undefined ? {} : { userinfo_endpoint: `${issuer}/userinfo` }),
        id_token_signing_alg_values_supported: ["RS256"],
        response_types_supported: ["code"],
        subject_types_supported: ["public"]
      })
    let body = ""
    request.on("data", (part: Buffer) => {
      body += part.toString()
    })
    request.on("end", () => {
      const now = Math.floor(Date.now() / 1000)
      const usual = {
        iss: issuer,
        aud: client.id,
        sub: "1",
        nonce: nonces.get(new URLSearchParams(body).get("code") ?? ""),
        iat: now,
        exp: now + 300,
        email: "ada@example.com",
        email_verified: true
      }
      void Promise.resolve(claims(usual)).then((said) => {
        answer({ access_token: "x", token_type: "bearer", id_token: tokenOf(said) })
      })
    })
  })
  issuer = await listening(server)
  const visit = (url: string): Promise<string> => {
    const { searchParams } = new URL(url)
    const code = `code${String(nonces.size)}`
    nonces.set(code, searchParams.get("nonce") ?? "")
    return Promise.resolve(`?code=${code}&state=${searchParams.get("state") ?? ""}`)
  }
  return { issuer, visit }
}
