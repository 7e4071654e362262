import { designRules } from "@telemark/contract"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { Button, TextArea, TextField } from "../../Parts/index.js"
import { Icon, type IconName } from "../Icon.js"
import { useDesignerTexts } from "../texts.js"
import { VariableMenu } from "../Inspector/VariableMenu.js"
import { type Format, openRichEditor, type RichEditor } from "./richEditor.js"
import { canEditRich } from "./richSchema.js"

interface RichEditorFieldProps {
  readonly label: string
  readonly html: string
  readonly onHtml: (html: string) => void
  readonly variables: ReadonlyArray<string>
  readonly problem?: string | undefined
}

const formats: ReadonlyArray<readonly [format: Exclude<Format, "a">, icon: IconName]> = [
  ["strong", "bold"],
  ["em", "italic"],
  ["u", "underline"],
  ["s", "strike"],
  ["ul", "bullets"],
  ["ol", "numbers"]
]

interface LinkFormProps {
  readonly href: string
  readonly onLink: (href: string) => void
  readonly onClose: () => void
}

const LinkForm = ({ href, onClose, onLink }: LinkFormProps) => {
  const texts = useDesignerTexts()
  const [text, setText] = useState(href)
  const problem = text === "" || designRules.isLink(text) ? undefined : texts.rules.link
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.querySelector("input")?.focus()
  }, [])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape") onClose()
    else if (event.key === "Enter" && problem === undefined) onLink(text)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div class="dz-link-form" ref={place} onKeyDown={onKeyDown}>
      <TextField
        label={texts.linkTo}
        value={text}
        onValue={setText}
        problem={problem}
        type="text"
        inputMode="url"
        spellcheck={false}
      />
      <div class="row">
        <Button
          small
          look="primary"
          disabled={text === "" || problem !== undefined}
          onClick={() => {
            onLink(text)
          }}
        >
          {texts.setLink}
        </Button>
        {href === "" ? null : (
          <Button
            small
            onClick={() => {
              onLink("")
            }}
          >
            {texts.unlink}
          </Button>
        )}
        <Button small look="quiet" onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </div>
  )
}

const Visual = ({ html, label, onHtml, problem, variables }: RichEditorFieldProps) => {
  const texts = useDesignerTexts()
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<RichEditor | undefined>(undefined)
  const change = useRef(onHtml)
  change.current = onHtml
  const [active, setActive] = useState<ReadonlySet<Format>>(new Set())
  const [link, setLink] = useState<string>()
  useLayoutEffect(() => {
    if (place.current === null) return
    const opened = openRichEditor(place.current, {
      html,
      label,
      onChange: (next) => {
        change.current(next)
      },
      onFormats: setActive
    })
    editor.current = opened
    return opened.close
  }, [label])
  // At once: once more is typed, this would be an older text.
  useLayoutEffect(() => {
    editor.current?.setHtml(html)
  }, [html])
  return (
    <div class="dz-rich">
      <div class="dz-rich-bar" role="group" aria-label={texts.formatting}>
        {formats.map(([format, icon]) => (
          <button
            key={format}
            type="button"
            class="dz-tool"
            aria-pressed={active.has(format)}
            aria-label={texts.formats[format]}
            title={texts.formats[format]}
            onMouseDown={(event) => {
              event.preventDefault()
            }}
            onClick={() => {
              editor.current?.toggle(format)
            }}
          >
            <Icon name={icon} />
          </button>
        ))}
        <button
          type="button"
          class="dz-tool"
          aria-pressed={active.has("a")}
          aria-expanded={link !== undefined}
          aria-label={texts.formats.a}
          title={texts.formats.a}
          onClick={() => {
            setLink(link === undefined ? (editor.current?.linkAt() ?? "") : undefined)
          }}
        >
          <Icon name="link" />
        </button>
        <VariableMenu
          variables={variables}
          label={label}
          onChoose={(tag) => {
            editor.current?.insert(tag)
          }}
        />
      </div>
      {link === undefined ? null : (
        <LinkForm
          href={link}
          onClose={() => {
            setLink(undefined)
            editor.current?.focus()
          }}
          onLink={(href) => {
            setLink(undefined)
            editor.current?.link(href)
          }}
        />
      )}
      <div ref={place} class="dz-rich-text" aria-invalid={problem !== undefined} />
    </div>
  )
}

/** Rich text, edited as it looks, or as html where the visual editor would change it. */
export const RichEditorField = (props: RichEditorFieldProps) => {
  const texts = useDesignerTexts()
  const { html, label, onHtml, problem } = props
  const [isSource, setSource] = useState(() => !canEditRich(html))
  const isKept = !isSource || canEditRich(html)
  return (
    <div class="field">
      <div class="spread">
        <span class="field-label" aria-hidden="true">
          {isSource ? texts.asHtml : label}
        </span>
        <button
          type="button"
          class="dz-text-button"
          aria-pressed={isSource}
          disabled={isSource && !isKept}
          onClick={() => {
            setSource(!isSource)
          }}
        >
          {texts.asHtml}
        </button>
      </div>
      {isSource ? (
        <TextArea
          label={<span class="hidden">{label}</span>}
          value={html}
          onValue={onHtml}
          rows={8}
          spellcheck={false}
          {...(isKept ? {} : { hint: texts.sourceOnly })}
        />
      ) : (
        <Visual {...props} />
      )}
      {problem === undefined ? null : (
        <span class="field-problem" role="status">
          {problem}
        </span>
      )}
    </div>
  )
}
