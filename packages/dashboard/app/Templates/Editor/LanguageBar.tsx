import { canonicalLocale } from "@telemark/contract"
import { useState } from "preact/hooks"
import {
  Button,
  Check,
  Confirm,
  FormDialog,
  Select,
  TextField,
  useForm
} from "../../Parts/index.js"
import type { Draft } from "../draft.js"
import { useTemplateTexts } from "../useTemplateTexts.js"
import styles from "./editor.module.css"

interface LanguageBarProps {
  readonly draft: Draft
  readonly language: string
  readonly isBeside: boolean
  readonly onLanguage: (language: string) => void
  readonly onBeside: (isBeside: boolean) => void
  /** Without these, languages can't be changed. */
  readonly onAdd?: (language: string) => void
  readonly onRemove?: () => void
}

/** The language in the browser's words, with its tag. */
const useNames = () => {
  const names = new Intl.DisplayNames([document.documentElement.lang], { type: "language" })
  return (tag: string): string => {
    const name = names.of(tag)
    return name === undefined || name === tag ? tag : `${name} (${tag})`
  }
}

const AddDialog = ({
  draft,
  onAdd,
  onClose
}: {
  readonly draft: Draft
  readonly onAdd: (language: string) => void
  readonly onClose: () => void
}) => {
  const { editor: texts } = useTemplateTexts()
  const [tag, setTag] = useState("")
  const [problem, setProblem] = useState<string>()
  const check = (): string | undefined => {
    const canonical = canonicalLocale(tag.trim())
    const wrong =
      canonical === undefined
        ? texts.notALanguage
        : Object.hasOwn(draft.languages, canonical)
          ? texts.languageExists
          : undefined
    setProblem(wrong)
    return wrong === undefined ? canonical : undefined
  }
  const form = useForm({
    fields: [],
    send: () => Promise.resolve(check()),
    onDone: (canonical) => {
      if (canonical === undefined) return
      onAdd(canonical)
      onClose()
    }
  })
  return (
    <FormDialog
      form={form}
      title={texts.addLanguageTitle}
      action={texts.addLanguage}
      onClose={onClose}
    >
      <TextField
        label={texts.languageTag}
        hint={texts.languageTagHint}
        value={tag}
        onValue={setTag}
        problem={problem}
        autoComplete="off"
        spellcheck={false}
      />
    </FormDialog>
  )
}

/** Which language is edited. */
export const LanguageBar = ({
  draft,
  isBeside,
  language,
  onAdd,
  onBeside,
  onLanguage,
  onRemove
}: LanguageBarProps) => {
  const { editor: texts } = useTemplateTexts()
  const nameOf = useNames()
  const [open, setOpen] = useState<"add" | "remove">()
  const tags = Object.keys(draft.languages)
  if (tags.length === 0 && onAdd === undefined) return null
  return (
    <div class={styles["languages"]}>
      {tags.length === 0 ? null : (
        <div>
          <Select
            label={texts.language}
            value={language}
            onValue={onLanguage}
            options={[["", texts.ownLanguage], ...tags.map((tag) => [tag, nameOf(tag)] as const)]}
          />
        </div>
      )}
      {language === "" ? null : (
        <Check label={texts.sideBySide} checked={isBeside} onChecked={onBeside} />
      )}
      {onAdd === undefined ? null : (
        <Button
          small
          look="quiet"
          onClick={() => {
            setOpen("add")
          }}
        >
          {texts.addLanguage}
        </Button>
      )}
      {language === "" || onRemove === undefined ? null : (
        <Button
          small
          look="quiet"
          onClick={() => {
            setOpen("remove")
          }}
        >
          {texts.removeLanguage(language)}
        </Button>
      )}
      {open === "add" && onAdd !== undefined ? (
        <AddDialog
          draft={draft}
          onAdd={onAdd}
          onClose={() => {
            setOpen(undefined)
          }}
        />
      ) : null}
      {open === "remove" && onRemove !== undefined ? (
        <Confirm
          title={texts.removeLanguage(language)}
          action={texts.removeLanguage(language)}
          onClose={() => {
            setOpen(undefined)
          }}
          onConfirm={() => {
            onRemove()
            return Promise.resolve()
          }}
        >
          <p>{texts.removeLanguageText}</p>
        </Confirm>
      ) : null}
    </div>
  )
}
