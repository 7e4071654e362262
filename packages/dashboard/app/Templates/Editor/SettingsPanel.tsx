import type { Template } from "@telemark/client"
import { useState } from "preact/hooks"
import { Button, Confirm, Copy, TextField, Time } from "../../Parts/index.js"
import type { Draft } from "../draft.js"
import { useTemplateTexts } from "../useTemplateTexts.js"
import styles from "./editor.module.css"

interface SettingsPanelProps {
  readonly template: Template
  readonly draft: Draft
  /** Without these, nothing can be changed. */
  readonly onName?: (name: string) => void
  readonly onDeactivate?: () => Promise<unknown>
}

/** What the template is called, and whether sends can use it. */
export const SettingsPanel = ({ draft, onDeactivate, onName, template }: SettingsPanelProps) => {
  const texts = useTemplateTexts()
  const [isAsking, setAsking] = useState(false)
  return (
    <div class={styles["panel"]}>
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        value={draft.name}
        disabled={onName === undefined}
        onValue={(name) => {
          onName?.(name)
        }}
        autoComplete="off"
      />
      <dl class="facts">
        <dt>{texts.id}</dt>
        <dd class="row">
          <code>{template.id}</code>
          <Copy text={template.id} what={texts.id} />
        </dd>
        <dt>{texts.editor.created}</dt>
        <dd>
          <Time at={template.created_at} />
        </dd>
        <dt>{texts.editor.updated}</dt>
        <dd>
          <Time at={template.updated_at} />
        </dd>
      </dl>
      {onDeactivate === undefined || !template.active ? null : (
        <div class="spread">
          <p class="muted">{texts.editor.deactivateHint}</p>
          <Button
            look="danger"
            onClick={() => {
              setAsking(true)
            }}
          >
            {texts.editor.deactivate}
          </Button>
        </div>
      )}
      {isAsking && onDeactivate !== undefined ? (
        <Confirm
          title={texts.editor.deactivateTitle(template.name)}
          action={texts.editor.deactivate}
          onConfirm={onDeactivate}
          onClose={() => {
            setAsking(false)
          }}
        >
          <p>{texts.editor.deactivateText}</p>
        </Confirm>
      ) : null}
    </div>
  )
}
