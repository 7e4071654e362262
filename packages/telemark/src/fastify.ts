import { ValidationFailed } from "@telemark/core"
import { Either } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Mount } from "./mounts.js"

/** As much of a Fastify instance as a mount takes. */
export interface FastifyHost {
  readonly prefix: string
  readonly removeAllContentTypeParsers: () => void
  addContentTypeParser(contentType: string, parser: (request: unknown, payload: unknown, done: (error: null) => void) => void): unknown
  all(
    path: string,
    handler: (request: { readonly raw: IncomingMessage }, reply: { readonly raw: ServerResponse; readonly hijack: () => unknown }) => void
  ): unknown
}

/** A plugin for `app.register`. */
export type FastifyPlugin = (instance: FastifyHost, options: unknown, done: (error?: Error) => void) => void

/** Requests come with what a parameter stood for, so that nothing would ever be found below such a prefix. */
const withParameters = () => ValidationFailed.at("prefix", "must be a path without parameters and wildcards, such as /mail")

/** What a plugin serves at a prefix. */
const mountOf = (prefix: string, at: (path: string) => Either.Either<Mount, ValidationFailed>): Either.Either<Mount, ValidationFailed> =>
  /[:*]/.test(prefix) ? Either.left(withParameters()) : at(prefix === "" ? "/" : prefix)

/**
 * A plugin that hands everything below its prefix over. Fastify's own parsers would spend the body, so they are taken away:
 * within the plugin alone, whose context is its own. The host's hooks up to `preHandler`, where many check who is asking, run
 * all the same.
 */
export const makeFastifyPlugin = (at: (path: string) => Either.Either<Mount, ValidationFailed>): FastifyPlugin => (instance, _, done) => {
  const mount = mountOf(instance.prefix, at)
  if (Either.isLeft(mount)) {
    done(mount.left)
    return
  }
  const { nodeHandler } = mount.right
  instance.removeAllContentTypeParsers()
  instance.addContentTypeParser("*", (_request, _payload, parsed) => { parsed(null) })
  instance.all("/*", (request, reply) => {
    reply.hijack()
    nodeHandler(request.raw, reply.raw)
  })
  done()
}
