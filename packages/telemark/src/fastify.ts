import { ValidationFailed } from "@telemark/core"
import { Result } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"

export interface FastifyHost {
  readonly prefix: string
  readonly removeAllContentTypeParsers: () => void
  addContentTypeParser(
    contentType: string,
    parser: (request: unknown, payload: unknown, done: (error: null) => void) => void
  ): unknown
  all(
    path: string,
    handler: (
      request: { readonly raw: IncomingMessage },
      reply: { readonly raw: ServerResponse; readonly hijack: () => unknown }
    ) => void
  ): unknown
}

/** A plugin for `app.register`. */
export type FastifyPlugin = (
  instance: FastifyHost,
  options: unknown,
  done: (error?: Error) => void
) => void

export interface FastifyPluginOptions {
  /** Whether the mount itself is answered, too. */
  readonly ownsItsRoot?: boolean
}

interface NodeMount {
  readonly nodeHandler: (request: IncomingMessage, response: ServerResponse) => void
}

type MountAt = (path: string) => Result.Result<NodeMount, ValidationFailed>

/** Requests contain the parameter's value: no route below such a prefix would ever match. */
const withParameters = () =>
  ValidationFailed.at("prefix", "must be a path without parameters and wildcards, such as /mail")

const mountOf = (prefix: string, at: MountAt): ReturnType<MountAt> =>
  /[:*]/.test(prefix) ? Result.fail(withParameters()) : at(prefix === "" ? "/" : prefix)

/**
 * Passes all requests below its prefix to Telemark. Fastify's body parsers, which would consume the
 * body, are removed in its own context only. The host's hooks up to `preHandler` still run.
 */
export const makeFastifyPlugin =
  (at: MountAt, { ownsItsRoot = false }: FastifyPluginOptions = {}): FastifyPlugin =>
  (instance, _, done) => {
    const mount = mountOf(instance.prefix, at)
    if (Result.isFailure(mount)) {
      done(mount.failure)
      return
    }
    const { nodeHandler } = mount.success
    instance.removeAllContentTypeParsers()
    instance.addContentTypeParser("*", (_request, _payload, parsed) => {
      parsed(null)
    })
    for (const path of ownsItsRoot ? ["/", "/*"] : ["/*"]) {
      instance.all(path, (request, reply) => {
        reply.hijack()
        nodeHandler(request.raw, reply.raw)
      })
    }
    done()
  }
