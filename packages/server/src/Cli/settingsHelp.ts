import * as HelpDoc from "@effect/cli/HelpDoc"
import * as Span from "@effect/cli/HelpDoc/Span"
import { settingList } from "../Settings/index.js"

export const settingsHelp: HelpDoc.HelpDoc = HelpDoc.blocks([
  HelpDoc.h1("SETTINGS"),
  HelpDoc.p(
    "Environment variables, also of a file: --env-file .env. Those that are set count before those of the file."
  ),
  HelpDoc.descriptionList(
    settingList.map(({ default: unset, description, name, takes }) => [
      Span.strong(name),
      HelpDoc.p(`${description} Takes ${takes}. Default: ${unset}.`)
    ]) as [[Span.Span, HelpDoc.HelpDoc]]
  )
])
