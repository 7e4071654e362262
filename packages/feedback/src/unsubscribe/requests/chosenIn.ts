import type { ChosenPreferences } from "@telemark/core"
import { preferenceMembers } from "../views/preferencesPage.js"
import type { Form } from "./readForm.js"

/**
 * What a reader chose on the page of preferences. Topics that the page didn't show stay as they
 * are.
 */
export const chosenIn = (form: Form): ChosenPreferences => {
  const wanted = new Set(form.get(preferenceMembers.topic) ?? [])
  const shown = form.get(preferenceMembers.shown) ?? []
  return {
    topics: Object.fromEntries(shown.map((id) => [id, wanted.has(id)])),
    all: !form.has(preferenceMembers.none)
  }
}
