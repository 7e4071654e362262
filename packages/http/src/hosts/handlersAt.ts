import type { Services, StorageHealth } from "@telemark/core"
import { Effect } from "effect"
import { makeRun } from "../app/run.js"
import type { MountPath } from "./mount.js"
import { type AnsweringNodeHandler, makeNodeHandler } from "./nodeHandler.js"
import { makeWebHandler, type WebHandler } from "./webHandler.js"

/** The interface as a Node handler and as a web handler. */
export interface Handlers {
  readonly node: AnsweringNodeHandler
  readonly web: WebHandler
}

export interface MountOptions {
  /**
   * The host never removes the mount from `request.url`, even if `baseUrl` or `originalUrl` suggest
   * it.
   */
  readonly hostKeepsPaths?: boolean
}

/** Makes the handlers of a mount. All of them share one application. */
export type HandlersAt = (mount: MountPath, options?: MountOptions) => Handlers

/** The interface for hosts that mount it at paths of their choice. */
export const handlersAt: Effect.Effect<HandlersAt, never, Services | StorageHealth> = Effect.map(
  makeRun,
  (run) =>
    (mount, { hostKeepsPaths } = {}) => ({
      node: makeNodeHandler(run, mount, hostKeepsPaths),
      web: makeWebHandler(run, mount)
    })
)
