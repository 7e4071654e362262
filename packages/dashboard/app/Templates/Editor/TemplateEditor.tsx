// One component: its tabs show the same draft, and what is done in one shows in the others.
import type { Template } from "@telemark/client"
import { useEffect, useState } from "preact/hooks"
import { actingFor } from "../../Client/index.js"
import { Button, Confirm, Dialog, Notice, Page, Problem, Tabs } from "../../Parts/index.js"
import { Link, useParameters } from "../../Routing/index.js"
import { useMay, useSession } from "../../Session/index.js"
import { useTexts } from "../../Texts/index.js"
import { type Content, contentIn, withContent } from "../draft.js"
import { type Finding, findingsOf } from "../findings.js"
import { type Data, keepSample, readSample } from "../sampleData.js"
import { useTemplateTexts } from "../useTemplateTexts.js"
import { ContentPanel } from "./ContentPanel.js"
import { DataPanel } from "./DataPanel.js"
import styles from "./editor.module.css"
import { FindingList } from "./FindingList.js"
import { LanguageBar } from "./LanguageBar.js"
import { PreviewPane } from "./PreviewPane.js"
import { SettingsPanel } from "./SettingsPanel.js"
import { TestSendDialog } from "./TestSendDialog.js"
import { TextPanel } from "./TextPanel.js"
import { useDraft } from "./useDraft.js"
import { usePreview } from "./usePreview.js"
import { useTemplateActions } from "./useTemplateActions.js"
import { VersionsPanel } from "./VersionsPanel.js"

const tabs = ["content", "text", "data", "versions", "settings"] as const
type Tab = (typeof tabs)[number]

const isTab = (name: string): name is Tab => (tabs as ReadonlyArray<string>).includes(name)

/** Where a problem is mended. */
const tabOf = ({ part }: Finding): Tab =>
  part === "text_body" ? "text" : part === "data" || part === "variables" ? "data" : "content"

/** Writes a template: parts on one side, the mail on the other. */
export const TemplateEditor = ({ template }: { readonly template: Template }) => {
  const shared = useTexts()
  const all = useTemplateTexts()
  const texts = all.editor
  const may = useMay()
  const session = useSession()
  const tenant = actingFor() ?? session.tenant
  const { change, parameters } = useParameters()
  const state = useDraft(tenant, template)
  const { draft, isChanged } = state
  const actions = useTemplateActions(template.id, state)
  const mayWrite = may("template:manage")
  const [data, setData] = useState<Data>(() => readSample(tenant, template.id))
  useEffect(() => {
    keepSample(tenant, template.id, data)
  }, [data])
  const [goTo, setGoTo] = useState<{ readonly line: number }>()
  const [open, setOpen] = useState<"send" | "discard">()

  const asked = parameters.get("language") ?? ""
  const language = Object.hasOwn(draft.languages, asked) ? asked : ""
  const isBeside = language !== "" && parameters.get("beside") !== null
  const named = parameters.get("tab") ?? ""
  const tab = isTab(named) ? named : "content"
  const preview = usePreview(draft, data, language)
  const ownPreview = usePreview(draft, data, "", isBeside)
  const findings = preview.preview === undefined ? [] : findingsOf(preview.preview)
  const variables = Object.keys({ ...preview.preview?.variables, ...draft.variables }).sort()
  const content = contentIn(draft, language)
  const isDesigned = tab === "content" && content.kind === "design" && mayWrite
  const onContent = mayWrite
    ? {
        onContent: (next: Content) => {
          state.change((draft) => withContent(draft, language, next))
        }
      }
    : {}

  useEffect(() => {
    const saveByKey = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "s") {
        event.preventDefault()
        if (isChanged && mayWrite) void actions.save()
      }
    }
    window.addEventListener("keydown", saveByKey)
    return () => {
      window.removeEventListener("keydown", saveByKey)
    }
  })

  useEffect(() => {
    if (actions.refused !== undefined) change({ tab: "", language: actions.refused.language })
  }, [actions.refused])

  const show = (finding: Finding): void => {
    change({ tab: tabOf(finding) })
    // The other tab's editor must be there first.
    if (finding.line !== undefined)
      setTimeout(() => {
        setGoTo({ line: finding.line ?? 1 })
      }, 0)
  }
  const panel = () => {
    switch (tab) {
      case "content": {
        const own = language === "" ? undefined : draft.own
        const edited = (
          <ContentPanel
            content={content}
            own={own}
            language={language}
            findings={findings}
            variables={variables}
            goTo={goTo}
            refused={actions.refused}
            mjml={preview.preview?.mjml_source}
            {...onContent}
          />
        )
        return isBeside ? (
          <div class={styles["besides"]}>
            <section aria-label={texts.ownLanguage}>
              <ContentPanel
                content={draft.own}
                own={undefined}
                language=""
                findings={[]}
                variables={variables}
                goTo={undefined}
                mjml={undefined}
              />
            </section>
            <section aria-label={language}>{edited}</section>
          </div>
        ) : (
          edited
        )
      }
      case "text":
        return (
          <TextPanel
            content={content}
            language={language}
            findings={findings}
            variables={variables}
            goTo={goTo}
            rendered={preview.preview?.text}
            {...onContent}
          />
        )
      case "data":
        return (
          <DataPanel
            names={variables}
            defaults={draft.variables}
            data={data}
            onData={setData}
            {...(mayWrite
              ? {
                  onDefaults: (variables) => {
                    state.change((draft) => ({ ...draft, variables }))
                  }
                }
              : {})}
          />
        )
      case "versions":
        return (
          <VersionsPanel
            template={template}
            draft={draft}
            isChanged={isChanged}
            language={language}
            {...(mayWrite ? { onRestore: actions.restore } : {})}
          />
        )
      case "settings":
        return (
          <SettingsPanel
            template={template}
            draft={draft}
            {...(mayWrite
              ? {
                  onName: (name: string) => {
                    state.change((draft) => ({ ...draft, name }))
                  },
                  onDeactivate: actions.deactivate
                }
              : {})}
          />
        )
    }
  }
  const buttons = (
    <>
      {may("email:send") && template.active ? (
        <Button
          onClick={() => {
            setOpen("send")
          }}
        >
          {texts.testSend}
        </Button>
      ) : null}
      {mayWrite && isChanged ? (
        <Button
          onClick={() => {
            setOpen("discard")
          }}
        >
          {texts.discard}
        </Button>
      ) : null}
      {mayWrite ? (
        <Button
          look="primary"
          disabled={!isChanged || actions.isSaving}
          onClick={() => void actions.save()}
        >
          {texts.save}
        </Button>
      ) : null}
    </>
  )
  return (
    <div class={styles["page"]}>
      <Page
        title={draft.name === "" ? template.id : draft.name}
        actions={buttons}
        description={
          <>
            <Link to="/templates">{all.back}</Link> ·{" "}
            <span role="status">
              {isChanged
                ? state.isKept
                  ? texts.unsaved
                  : texts.unkept
                : texts.allSaved(state.version)}
            </span>
          </>
        }
      >
        {template.active ? null : (
          <Notice tone="warn">
            <span>{texts.inactive}</span>
            {mayWrite ? (
              <div>
                <Button small onClick={() => void actions.activate()}>
                  {texts.activate}
                </Button>
              </div>
            ) : null}
          </Notice>
        )}
        {state.isFromEarlier && isChanged ? <Notice tone="info">{texts.kept}</Notice> : null}
        {isChanged && template.version > state.version ? (
          <Notice tone="warn">
            <span>{texts.newer(template.version)}</span>
            <div>
              <Button
                small
                onClick={() => {
                  change({ tab: "versions", version: String(template.version) })
                }}
              >
                {texts.compare}
              </Button>
            </div>
          </Notice>
        ) : null}
        {actions.error === undefined ? null : actions.refused === undefined ? (
          <Problem isAction error={actions.error} />
        ) : (
          <Notice tone="bad">{texts.designRefused}</Notice>
        )}
        <LanguageBar
          draft={draft}
          language={language}
          isBeside={isBeside}
          onLanguage={(language) => {
            change({ language })
          }}
          onBeside={(beside) => {
            change({ beside: beside ? "1" : "" })
          }}
          {...(mayWrite
            ? {
                onAdd: (tag: string) => {
                  state.change((draft) => ({
                    ...draft,
                    languages: { ...draft.languages, [tag]: { ...draft.own, text: null } }
                  }))
                  change({ language: tag, tab: "content" })
                },
                onRemove: () => {
                  state.change((draft) => ({
                    ...draft,
                    languages: Object.fromEntries(
                      Object.entries(draft.languages).filter(([tag]) => tag !== language)
                    )
                  }))
                  change({ language: "", beside: "" })
                }
              }
            : {})}
        />
        <div class={styles["sides"]} data-beside={isBeside || isDesigned}>
          <div class="stack">
            <div class={`card ${styles["parts"] ?? ""}`}>
              <Tabs
                label={texts.parts}
                chosen={tab}
                tabs={tabs.map((name) => [name, texts.tabs[name]])}
                onChoose={(tab) => {
                  change({ tab: tab === "content" ? "" : tab })
                }}
              >
                {panel()}
              </Tabs>
            </div>
            {preview.preview === undefined ? null : (
              <FindingList findings={findings} onLine={show} />
            )}
          </div>
          <div class={isBeside ? styles["besides"] : isDesigned ? "stack" : styles["seen"]}>
            {isBeside ? (
              <PreviewPane
                title={texts.previewOf(texts.ownLanguage)}
                state={ownPreview}
                hasChoices={false}
              />
            ) : null}
            <PreviewPane
              title={language === "" ? texts.preview : texts.previewOf(language)}
              state={preview}
            />
          </div>
        </div>
      </Page>
      {open === "send" ? (
        <TestSendDialog
          id={template.id}
          data={data}
          language={language}
          isChanged={isChanged}
          onSamples={() => {
            change({ tab: "data" })
            setOpen(undefined)
          }}
          onClose={() => {
            setOpen(undefined)
          }}
        />
      ) : null}
      {open === "discard" ? (
        <Confirm
          title={texts.discardTitle}
          action={texts.discard}
          onConfirm={actions.discard}
          onClose={() => {
            setOpen(undefined)
          }}
        >
          <p>{texts.discardText}</p>
        </Confirm>
      ) : null}
      {actions.conflict === undefined ? null : (
        <Dialog
          title={texts.conflictTitle(actions.conflict.version)}
          onClose={actions.closeConflict}
          foot={
            <>
              <Button onClick={actions.closeConflict}>{shared.cancel}</Button>
              <Button
                onClick={() => {
                  change({ tab: "versions", version: String(actions.conflict?.version) })
                  actions.closeConflict()
                }}
              >
                {texts.compare}
              </Button>
              <Button look="primary" onClick={() => void actions.save(true)}>
                {texts.saveAnyway}
              </Button>
            </>
          }
        >
          <p>{texts.conflictText}</p>
        </Dialog>
      )}
    </div>
  )
}
