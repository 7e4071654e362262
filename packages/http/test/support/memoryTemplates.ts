import {
  type BrandSettings, BrandStore, type TemplateContent, type TemplateKey, type TemplateRecord, TemplateStore, type TemplateVersion
} from "@telemark/core"
import { Effect, Layer } from "effect"

const newestFirst = (a: TemplateRecord, b: TemplateRecord) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1)

const nameOf = ({ id, tenant_id }: TemplateKey): string => `${tenant_id} ${id}`

const layerTemplates = Layer.sync(TemplateStore, () => {
  const records = new Map<string, TemplateRecord>()
  const versions = new Map<string, ReadonlyArray<TemplateVersion>>()
  const versionsOf = (key: TemplateKey) => versions.get(nameOf(key)) ?? []

  /** Adds a version and puts it in force. */
  const keep = ({ id, tenant_id }: TemplateKey, content: TemplateContent, created_at: number, now: number) => {
    const earlier = versionsOf({ id, tenant_id })
    const version: TemplateVersion = { ...content, tenant_id, template_id: id, version: earlier.length + 1, created_at: now }
    const record: TemplateRecord = {
      tenant_id, id, name: content.name, subject_template: content.subject_template, active: true, version: version.version,
      created_at, updated_at: now
    }
    versions.set(nameOf(record), [...earlier, version])
    records.set(nameOf(record), record)
    return { record, version }
  }

  return {
    create: (key, content, now) =>
      Effect.sync(() => {
        const present = records.get(nameOf(key))
        return present?.active === true ? undefined : keep(key, content, present?.created_at ?? now, now).record
      }),
    save: (key, change, now) =>
      Effect.sync(() => {
        const present = records.get(nameOf(key))
        const current = versionsOf(key).at(-1)
        if (present?.active !== true || current === undefined) return undefined
        return keep(key, change(current), present.created_at, now).version
      }),
    deactivate: (key, now) =>
      Effect.sync(() => {
        const present = records.get(nameOf(key))
        if (present?.active === true) records.set(nameOf(key), { ...present, active: false, updated_at: now })
        return present !== undefined
      }),
    find: (key) => Effect.sync(() => records.get(nameOf(key))),
    list: (tenantId) => Effect.sync(() => [...records.values()].filter((row) => row.tenant_id === tenantId).sort(newestFirst)),
    findVersion: (key, wanted) => Effect.sync(() => versionsOf(key).find(({ version }) => version === wanted)),
    listVersions: (key) =>
      Effect.sync(() =>
        versionsOf(key).map(({ created_at, name, subject_template, version }) => ({ version, name, subject_template, created_at })).reverse())
  }
})

const layerBrands = Layer.sync(BrandStore, () => {
  const brands = new Map<string, BrandSettings>()
  return {
    find: (tenantId) => Effect.sync(() => brands.get(tenantId) ?? {}),
    save: (tenantId, change) =>
      Effect.sync(() => {
        const settings = change(brands.get(tenantId) ?? {})
        brands.set(tenantId, settings)
        return settings
      })
  }
})

/** Templates and brands in memory. */
export const layerMemoryTemplates = Layer.mergeAll(layerTemplates, layerBrands)
