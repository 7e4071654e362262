import type { Template } from "@telemark/client"
import { useCallback, useEffect, useState } from "preact/hooks"
import { changesOf, type Draft, draftOf } from "../draft.js"
import { keepDraft, readDraft, type StoredDraft } from "../storedDraft.js"

export interface DraftState {
  readonly draft: Draft
  /** What it is based on, and that version's number. */
  readonly before: Draft
  readonly version: number
  readonly isChanged: boolean
  /** Whether it was found in the browser when the page was opened. */
  readonly isFromEarlier: boolean
  /** False if the browser had no room for it: then it is lost with the page. */
  readonly isKept: boolean
  readonly change: (next: (draft: Draft) => Draft) => void
  /**
   * Goes on from a saved version: without what was written, or with what was written after `saved`.
   */
  readonly rebase: (template: Template, saved?: Draft) => void
}

const isChangedOf = ({ before, draft }: StoredDraft): boolean =>
  Object.keys(changesOf(before, draft)).length > 0

const fresh = (template: Template): StoredDraft => {
  const before = draftOf(template)
  return { version: template.version, before, draft: before }
}

/**
 * What is being written. It is kept in the browser with every change, until it is saved or
 * discarded.
 */
export const useDraft = (tenant: string, template: Template): DraftState => {
  const [{ isFromEarlier, ...state }, setState] = useState(() => {
    const stored = readDraft(tenant, template.id)
    return stored === undefined || !isChangedOf(stored)
      ? { ...fresh(template), isFromEarlier: false }
      : { ...stored, isFromEarlier: true }
  })
  const isChanged = isChangedOf(state)
  const [isKept, setKept] = useState(true)
  useEffect(() => {
    setKept(keepDraft(tenant, template.id, isChanged ? state : undefined))
  }, [state.before, state.draft, isChanged])
  useEffect(() => {
    if (!isChanged) return undefined
    const warn = (event: BeforeUnloadEvent): void => {
      event.preventDefault()
    }
    window.addEventListener("beforeunload", warn)
    return () => {
      window.removeEventListener("beforeunload", warn)
    }
  }, [isChanged])
  // A newer version replaces what nobody has changed here.
  useEffect(() => {
    if (!isChanged && template.version > state.version)
      setState({ ...fresh(template), isFromEarlier: false })
  }, [template, isChanged])
  const change = useCallback((next: (draft: Draft) => Draft) => {
    setState((all) => ({ ...all, draft: next(all.draft) }))
  }, [])
  const rebase = useCallback((template: Template, saved?: Draft) => {
    setState((all) => ({
      ...fresh(template),
      isFromEarlier: false,
      ...(saved === undefined || saved === all.draft ? {} : { draft: all.draft })
    }))
  }, [])
  return { ...state, isChanged, isFromEarlier, isKept, change, rebase }
}
