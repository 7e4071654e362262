import type { Block } from "@telemark/client"
import { designLimits } from "@telemark/contract"
import { Button, TextField } from "../../Parts/index.js"
import { useDesignerTexts } from "../texts.js"
import { VariableField } from "./VariableField.js"

type SocialBlock = Extract<Block, { readonly type: "social" }>

interface SocialFieldsProps {
  readonly block: SocialBlock
  readonly onBlock: (block: Block, member: string) => void
  readonly variables: ReadonlyArray<string>
  readonly problemOf: (member: string) => string | undefined
}

/** The profiles of a block of social links. */
export const SocialFields = ({ block, onBlock, problemOf, variables }: SocialFieldsProps) => {
  const texts = useDesignerTexts()
  const { networks } = block
  const change = (
    at: number,
    changes: Partial<SocialBlock["networks"][number]>,
    member: string
  ): void => {
    onBlock(
      {
        ...block,
        networks: networks.map((network, index) =>
          index === at ? { ...network, ...changes } : network
        )
      },
      `networks.${at}.${member}`
    )
  }
  return (
    <>
      {networks.map(({ href, name }, at) => (
        <fieldset key={at} class="dz-network">
          <legend class="field-label">{texts.network(at + 1)}</legend>
          <TextField
            label={texts.fields.networkName}
            value={name}
            onValue={(value) => {
              change(at, { name: value }, "name")
            }}
            problem={problemOf(`networks.${at}.name`)}
          />
          <VariableField
            label={texts.fields.networkHref}
            value={href}
            onValue={(value) => {
              change(at, { href: value }, "href")
            }}
            problem={problemOf(`networks.${at}.href`)}
            variables={variables}
            isAddress
          />
          <div>
            <Button
              small
              look="quiet"
              onClick={() => {
                onBlock(
                  { ...block, networks: networks.filter((_, index) => index !== at) },
                  "networks"
                )
              }}
            >
              {texts.removeNetwork(name === "" ? texts.network(at + 1) : name)}
            </Button>
          </div>
        </fieldset>
      ))}
      {networks.length >= designLimits.networks ? null : (
        <div>
          <Button
            small
            onClick={() => {
              onBlock(
                {
                  ...block,
                  networks: [
                    ...networks,
                    { name: texts.network(networks.length + 1), href: "https://example.com/" }
                  ]
                },
                "networks"
              )
            }}
          >
            {texts.addNetwork}
          </Button>
        </div>
      )}
    </>
  )
}
