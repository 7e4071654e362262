import type { Template, TemplateVersionSummary } from "@telemark/client"
import { useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { client } from "../../Client/index.js"
import { CodeDiff } from "../../Code/index.js"
import { Badge, Button, Confirm, Loading, Notice, Problem, Time } from "../../Parts/index.js"
import { useParameters } from "../../Routing/index.js"
import { type Content, contentIn, type Draft, draftOf } from "../draft.js"
import { useTemplateTexts } from "../useTemplateTexts.js"
import styles from "./editor.module.css"

interface VersionsPanelProps {
  readonly template: Template
  readonly draft: Draft
  readonly isChanged: boolean
  readonly language: string
  /** Without it, nothing can be restored. */
  readonly onRestore?: (version: number) => Promise<unknown>
}

const codeOf = ({ design, kind, source }: Content): string =>
  kind === "design" ? JSON.stringify(design, null, 2) : source

const headOf = (draft: Draft, content: Content): string =>
  `${draft.name}\n${content.subject ?? ""}\n${Object.entries(draft.variables)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n")}`

/**
 * What differs between a version and the editor: name, subject and defaults; the source; the text.
 */
const Differences = ({
  before,
  draft,
  language,
  version
}: {
  readonly before: Draft
  readonly draft: Draft
  readonly language: string
  readonly version: number
}) => {
  const { editor: texts } = useTemplateTexts()
  const [old, now] = [contentIn(before, language), contentIn(draft, language)]
  const pairs = [
    {
      title: texts.about,
      language: "text",
      before: headOf(before, old),
      after: headOf(draft, now)
    },
    {
      title: texts.source,
      language: now.kind === "design" ? "json" : "html",
      before: codeOf(old),
      after: codeOf(now)
    },
    { title: texts.textLabel, language: "text", before: old.text ?? "", after: now.text ?? "" }
  ] as const
  const changed = pairs.filter(({ after, before }) => before !== after)
  return (
    <div class="stack">
      <h2>{texts.differences(version)}</h2>
      {changed.length === 0 ? (
        <p class="muted">{texts.noDifference}</p>
      ) : (
        changed.map(({ title, ...pair }) => (
          <div key={title} class={styles["pair"]}>
            <h3 class="muted">{title}</h3>
            <CodeDiff label={`${title}: ${texts.differences(version)}`} {...pair} />
          </div>
        ))
      )}
    </div>
  )
}

/** Every saved version, what has changed since each, and the way back. */
export const VersionsPanel = ({
  draft,
  isChanged,
  language,
  onRestore,
  template
}: VersionsPanelProps) => {
  const { editor: texts } = useTemplateTexts()
  const { change, parameters } = useParameters()
  const chosen = Number(parameters.get("version") ?? Number.NaN)
  const versions = useQuery({
    queryKey: ["templates", "versions", template.id, template.version],
    queryFn: () => client.templates.versions(template.id)
  })
  const version = useQuery({
    queryKey: ["templates", "version", template.id, chosen],
    queryFn: () => client.templates.version(template.id, chosen),
    enabled: Number.isInteger(chosen),
    staleTime: Infinity
  })
  const [restoring, setRestoring] = useState<number>()
  const list = (all: ReadonlyArray<TemplateVersionSummary>) => (
    <ul class={styles["versions"]}>
      {all.map(({ created_at, subject_template, version }) => (
        <li key={version}>
          <button
            type="button"
            class={styles["version"]}
            aria-pressed={version === chosen}
            onClick={() => {
              change({ version: version === chosen ? "" : String(version) })
            }}
          >
            <span class="row">
              <strong>{texts.versionName(version)}</strong>
              {version === template.version ? (
                <Badge tone="good">{texts.currentVersion}</Badge>
              ) : null}
            </span>
            <span class="muted truncate">{subject_template}</span>
            <span class="muted">
              <Time at={created_at} relative />
            </span>
          </button>
          {onRestore === undefined || version === template.version ? null : (
            <Button
              small
              aria-label={`${texts.restore}: ${texts.versionName(version)}`}
              onClick={() => {
                setRestoring(version)
              }}
            >
              {texts.restore}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
  return (
    <div class={styles["panel"]}>
      <p class="muted">{texts.versionsIntro}</p>
      {versions.isPending ? (
        <Loading />
      ) : versions.isError ? (
        <Problem error={versions.error} onRetry={() => void versions.refetch()} />
      ) : (
        list(versions.data.data)
      )}
      {version.data === undefined ? (
        version.isError ? (
          <Problem error={version.error} />
        ) : null
      ) : (
        <Differences
          before={draftOf(version.data)}
          draft={draft}
          language={language}
          version={version.data.version}
        />
      )}
      {restoring === undefined ? null : (
        <Confirm
          title={texts.restoreTitle(restoring)}
          action={texts.restore}
          onClose={() => {
            setRestoring(undefined)
          }}
          onConfirm={() =>
            isChanged
              ? Promise.reject(new Error(texts.restoreUnsaved))
              : (onRestore?.(restoring) ?? Promise.resolve())
          }
        >
          <p>{texts.restoreText}</p>
          {isChanged ? <Notice tone="warn">{texts.restoreUnsaved}</Notice> : null}
        </Confirm>
      )}
    </div>
  )
}
