import type { Services, StorageHealth } from "@telemark/core"
import { Effect } from "effect"
import { makeRun } from "../App/index.js"
import type { MountPath } from "./mount.js"
import { type AnsweringNodeHandler, makeNodeHandler } from "./nodeHandler.js"
import { makeWebHandler, type WebHandler } from "./webHandler.js"

/** The interface as its two handlers. */
export interface Handlers {
  readonly node: AnsweringNodeHandler
  readonly web: WebHandler
}

export interface MountOptions {
  /** That the host never cuts the mount off the front of `request.url`, whatever it says beside it. */
  readonly hostKeepsPaths?: boolean
}

/** The handlers of a mount. All of them run one application. */
export type HandlersAt = (mount: MountPath, options?: MountOptions) => Handlers

/** The interface for hosts that put it at paths of their own choice. */
export const handlersAt: Effect.Effect<HandlersAt, never, Services | StorageHealth> = Effect.map(
  makeRun,
  (run) => (mount, { hostKeepsPaths } = {}) => ({ node: makeNodeHandler(run, mount, hostKeepsPaths), web: makeWebHandler(run, mount) })
)
