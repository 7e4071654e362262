import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import {
  type CreateTemplate, NotFound, type PreviewTemplate, type RestoreTemplate, Templates, type UpdateTemplate
} from "@telemark/core"
import { Effect } from "effect"
import { Api } from "../Api/index.js"
import { CurrentCaller } from "../Authentication/index.js"
import { largestTemplate, readJson, whileConnected } from "../Requests/index.js"
import { answering } from "./answering.js"

const ofTemplates = { most: largestTemplate }

/** The version that a path names. Anything but a whole number names none. */
const versionOf = (text: string): Effect.Effect<number, NotFound> =>
  /^[1-9]\d{0,8}$/.test(text) ? Effect.succeed(Number(text)) : new NotFound()

export const layerTemplates = HttpApiBuilder.group(Api, "templates", (handlers) =>
  Effect.map(Templates, (templates) =>
    handlers
      .handleRaw("create", answering(({ request }) =>
        Effect.gen(function*() {
          const { tenant } = yield* CurrentCaller
          const saved = yield* whileConnected(request, templates.create(tenant.id, yield* readJson<CreateTemplate>(request, ofTemplates)))
          return { ...saved, status: "created" as const }
        })))
      .handle("list", answering(() =>
        CurrentCaller.pipe(
          Effect.flatMap(({ tenant }) => templates.list(tenant.id)),
          Effect.map((data) => ({ data }))
        )))
      .handleRaw("preview", answering(({ request }) =>
        Effect.gen(function*() {
          const { tenant } = yield* CurrentCaller
          return yield* whileConnected(request, templates.preview(tenant.id, yield* readJson<PreviewTemplate>(request, ofTemplates)))
        })))
      .handle("starters", answering(({ request }) =>
        CurrentCaller.pipe(
          Effect.flatMap(({ tenant }) => whileConnected(request, templates.starters(tenant.id))),
          Effect.map((data) => ({ data }))
        )))
      .handle("starter", answering(({ path }) =>
        Effect.flatMap(CurrentCaller, ({ tenant }) => templates.starter(tenant.id, path.slug))))
      .handle("get", answering(({ path }) =>
        Effect.flatMap(CurrentCaller, ({ tenant }) => templates.get(tenant.id, path.id))))
      .handleRaw("update", answering(({ path, request }) =>
        Effect.gen(function*() {
          const { tenant } = yield* CurrentCaller
          const saved = yield* whileConnected(request, templates.update(tenant.id, path.id, yield* readJson<UpdateTemplate>(request, ofTemplates)))
          return { ...saved, status: "updated" as const }
        })))
      .handle("deactivate", answering(({ path }) =>
        CurrentCaller.pipe(
          Effect.flatMap(({ tenant }) => templates.deactivate(tenant.id, path.id)),
          Effect.as({ id: path.id, status: "deactivated" as const })
        )))
      .handle("versions", answering(({ path }) =>
        CurrentCaller.pipe(
          Effect.flatMap(({ tenant }) => templates.versions(tenant.id, path.id)),
          Effect.map((data) => ({ data }))
        )))
      .handle("version", answering(({ path }) =>
        Effect.gen(function*() {
          const { tenant } = yield* CurrentCaller
          return yield* templates.version(tenant.id, path.id, yield* versionOf(path.version))
        })))
      .handleRaw("restore", answering(({ path, request }) =>
        Effect.gen(function*() {
          const { tenant } = yield* CurrentCaller
          const saved = yield* templates.restore(tenant.id, path.id, yield* readJson<RestoreTemplate>(request))
          return { ...saved, status: "restored" as const }
        })))))
