import type { Template } from "@telemark/client"
import { useQueryClient } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { client } from "../../Client/index.js"
import { useToast } from "../../Parts/index.js"
import { type DesignRefusal, designRefusalOf } from "../designRefusal.js"
import { changesOf, sourceOf, variantOf } from "../draft.js"
import { useTemplateTexts } from "../useTemplateTexts.js"
import type { DraftState } from "./useDraft.js"

/** What can be done with a template. */
export const useTemplateActions = (id: string, state: DraftState) => {
  const { editor: texts } = useTemplateTexts()
  const toast = useToast()
  const queries = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>()
  const [refused, setRefused] = useState<DesignRefusal>()
  /** The newer version that a save would replace. */
  const [conflict, setConflict] = useState<Template>()

  const fetchAgain = async (): Promise<Template> => {
    const template = await client.templates.get(id)
    queries.setQueryData(["templates", "get", id], template)
    void queries.invalidateQueries({ queryKey: ["templates", "list"] })
    return template
  }

  /**
   * Saves what is written, unless somebody else has saved meanwhile and nobody has agreed to
   * replace that.
   */
  const save = async (isAgreed = false): Promise<void> => {
    if (isSaving) return
    const { before, draft, version } = state
    setSaving(true)
    setError(undefined)
    setRefused(undefined)
    setConflict(undefined)
    try {
      const present = await client.templates.get(id)
      if (present.version !== version && !isAgreed) {
        queries.setQueryData(["templates", "get", id], present)
        setConflict(present)
        return
      }
      const saved = await client.templates.update(id, changesOf(before, draft))
      state.rebase(await fetchAgain(), draft)
      toast(texts.saved(saved.version))
    } catch (failure) {
      setError(failure)
      setRefused(designRefusalOf(failure))
    } finally {
      setSaving(false)
    }
  }

  const restore = async (version: number): Promise<void> => {
    await client.templates.restore(id, { version })
    state.rebase(await fetchAgain())
    toast(texts.restored(version))
  }

  const deactivate = async (): Promise<void> => {
    await client.templates.deactivate(id)
    await fetchAgain()
    toast(texts.deactivated)
  }

  /** Creating a template of a deactivated one's id activates it. */
  const activate = async (): Promise<void> => {
    const { before, draft } = state
    const { languages, name, own, variables } = before
    try {
      await client.templates.create({
        id,
        name,
        subject_template: own.subject ?? "",
        ...sourceOf(own),
        text_body: own.text,
        variables,
        locales: Object.fromEntries(
          Object.entries(languages).map(([tag, content]) => [tag, variantOf(content)])
        )
      })
      state.rebase(await fetchAgain(), before === draft ? undefined : before)
      toast(texts.activated)
    } catch (failure) {
      setError(failure)
    }
  }

  return {
    isSaving,
    error,
    /** Where in a design the last save was refused. */
    refused,
    conflict,
    save,
    restore,
    deactivate,
    activate,
    discard: async () => {
      state.rebase(await fetchAgain())
    },
    closeConflict: () => {
      setConflict(undefined)
    }
  }
}
