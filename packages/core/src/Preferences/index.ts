export { Preferences, type PreferencesService } from "./Preferences.js"
export { PreferenceStore } from "./PreferenceStore.js"
export {
  type ChosenPreferences,
  decidePreferences,
  decideUndo,
  type PreferenceChange,
  type RecipientPreferences,
  type RecipientSuppression,
  type StoredPreferences,
  type TopicPreference,
  unsubscribedReason,
  viewOfPreferences
} from "./RecipientPreferences.js"
