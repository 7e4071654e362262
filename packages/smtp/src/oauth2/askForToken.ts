import { parseUrl, type TokenProblem, tokenUrlProblem } from "@telemark/contract"
import { type AskFailed, askHost, type NetworkGuardService } from "@telemark/network"
import { Effect, type Redacted } from "effect"
import { type GrantedToken, type TokenClient, TokenFailed, tokenForm } from "./TokenClient.js"
import { readTokenAnswer } from "./readTokenAnswer.js"

/** Microsoft's answers have some 5,000. */
const maxOctets = 65_536

export interface AskForTokenOptions {
  /** Decides which hosts are permitted. */
  readonly connect: NetworkGuardService["connect"]
  readonly timeoutMillis: number
  /** PEM certificates of trusted authorities instead of the well-known ones. */
  readonly ca?: string | undefined
}

/** Asks a client's token endpoint, once. */
export type AskForToken = (
  client: TokenClient,
  refreshToken: Redacted.Redacted | undefined
) => Effect.Effect<GrantedToken, TokenFailed>

const problems: Readonly<Record<AskFailed["reason"], TokenProblem>> = {
  policy: "not_permitted",
  too_large: "unusable_answer",
  unreachable: "unreachable"
}

export const makeAskForToken =
  ({ ca, connect, timeoutMillis }: AskForTokenOptions): AskForToken =>
  (client, refreshToken) =>
    Effect.suspend(() => {
      const url = parseUrl(client.tokenUrl)
      if (url === undefined || tokenUrlProblem(client.tokenUrl) !== undefined)
        return new TokenFailed({ problem: "not_permitted" })
      const question = {
        method: "POST",
        contentType: "application/x-www-form-urlencoded",
        body: tokenForm(client, refreshToken)
      } as const
      const options = { timeoutMillis, maxOctets, ...(ca === undefined ? {} : { ca }) }
      return askHost(connect, url, question, options).pipe(
        Effect.mapError(({ reason }) => problems[reason]),
        Effect.flatMap((answer) => Effect.fromResult(readTokenAnswer(answer))),
        Effect.mapError((problem) => new TokenFailed({ problem }))
      )
    })
