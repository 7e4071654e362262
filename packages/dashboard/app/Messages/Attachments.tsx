import type { EmailContent } from "@telemark/client"
import { useMutation } from "@tanstack/preact-query"
import { client, saveFile } from "../Client/index.js"
import { Button, Problem, Table } from "../Parts/index.js"
import { useFormats, useTexts } from "../Texts/index.js"
import { octetsOf } from "./octetsOf.js"
import { useMessageTexts } from "./useMessageTexts.js"

/** The files, to be saved. The dashboard opens none of them. */
export const Attachments = ({
  content: { attachments, email_id }
}: {
  readonly content: EmailContent
}) => {
  const texts = useMessageTexts()
  const shared = useTexts()
  const formats = useFormats()
  const download = useMutation({
    mutationFn: async (index: number) => {
      const { content, filename } = await client.emails.attachment(email_id, index)
      saveFile(filename, await octetsOf(content))
    }
  })
  if (attachments.length === 0) return <p class="muted">{texts.noAttachments}</p>
  return (
    <>
      {download.isError ? <Problem error={download.error} isAction /> : null}
      <Table
        label={texts.tabs.attachments}
        rows={attachments}
        keyOf={({ index }) => index}
        columns={[
          {
            name: texts.file,
            cell: ({ content_id, filename }) => (
              <div>
                {filename}
                {content_id === null ? null : <div class="muted">{texts.inline}</div>}
              </div>
            )
          },
          { name: texts.type, cell: ({ content_type }) => <code>{content_type}</code> },
          { name: texts.size, numeric: true, cell: ({ size }) => formats.octets(size) },
          {
            name: shared.actions,
            isUnnamed: true,
            cell: ({ filename, index }) => (
              <div class="row-actions">
                <Button
                  small
                  disabled={download.isPending}
                  aria-label={`${texts.download}: ${filename}`}
                  onClick={() => {
                    download.mutate(index)
                  }}
                >
                  {texts.download}
                </Button>
              </div>
            )
          }
        ]}
      />
    </>
  )
}
