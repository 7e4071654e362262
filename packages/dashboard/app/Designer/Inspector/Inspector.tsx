import type { Block, Brand, Design, DesignTheme } from "@telemark/client"
import type { RefObject } from "preact"
import { useMemo } from "preact/hooks"
import { Tabs } from "../../Parts/index.js"
import { mailLook } from "../Canvas/index.js"
import { Icon } from "../Icon.js"
import type { Problem } from "../Model/index.js"
import { useDesignerTexts } from "../texts.js"
import { useRuleText } from "../useRuleText.js"
import { BlockInspector } from "./BlockInspector.js"
import { ThemeInspector } from "./ThemeInspector.js"

export type InspectorTab = "block" | "theme"

interface InspectorProps {
  readonly place: RefObject<HTMLElement>
  readonly design: Design
  readonly block: Block | undefined
  readonly brand: Brand
  readonly variables: ReadonlyArray<string>
  readonly problems: ReadonlyArray<Problem>
  readonly tab: InspectorTab
  readonly onTab: (tab: InspectorTab) => void
  readonly onBlock: (block: Block, member: string) => void
  readonly onTheme: (theme: DesignTheme | undefined, group: string) => void
  /** Moves the focus back to the block. */
  readonly onLeave: () => void
}

/** Properties of the chosen block, and of the whole mail. */
export const Inspector = ({
  block,
  brand,
  design,
  onBlock,
  onLeave,
  onTab,
  onTheme,
  place,
  problems,
  tab,
  variables
}: InspectorProps) => {
  const texts = useDesignerTexts()
  const ruleText = useRuleText()
  const look = useMemo(() => mailLook(design.theme), [design.theme])
  const problemIn =
    (id: string | null) =>
    (member: string): string | undefined => {
      const found = problems.find((problem) => problem.id === id && problem.member === member)
      return found === undefined ? undefined : ruleText(found)
    }
  return (
    <section
      class="dz-inspector"
      aria-label={texts.inspector}
      ref={place}
      data-open={block !== undefined}
      onKeyDown={(event) => {
        if (event.key === "Escape" && tab === "block" && block !== undefined) onLeave()
      }}
    >
      <Tabs
        label={texts.inspector}
        tabs={[
          ["block", texts.tabs.block],
          ["theme", texts.tabs.theme]
        ]}
        chosen={tab}
        onChoose={onTab}
      >
        {tab === "theme" ? (
          <ThemeInspector
            design={design}
            brand={brand}
            onTheme={onTheme}
            problemOf={problemIn(null)}
          />
        ) : block === undefined ? (
          <div class="dz-nothing">
            <p>{texts.nothingChosen}</p>
            <p class="muted">{texts.keys}</p>
          </div>
        ) : (
          <div class="dz-fields" key={block.id}>
            <p class="dz-kind">
              <Icon name={block.type} />
              {texts.kinds[block.type]}
            </p>
            <BlockInspector
              block={block}
              look={look}
              brand={brand}
              variables={variables}
              onBlock={onBlock}
              problemOf={problemIn(block.id)}
            />
          </div>
        )}
      </Tabs>
    </section>
  )
}
