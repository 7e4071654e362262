import type { EmailContent } from "@telemark/client"
import { useQuery } from "@tanstack/preact-query"
import { client } from "../Client/index.js"

const maxImages = 20
const maxOctets = 5 * 1024 * 1024

/**
 * The images that the html refers to, as `data:` addresses by their Content-ID. Only images:
 * anything else has no place in html.
 */
export const useInlineImages = ({
  attachments,
  email_id,
  html
}: EmailContent): Readonly<Record<string, string>> | undefined => {
  let octets = 0
  const wanted = attachments
    .filter(
      ({ content_id, content_type, size }) =>
        content_id !== null &&
        content_type.startsWith("image/") &&
        html?.includes(`cid:${content_id}`) === true &&
        (octets += size) <= maxOctets
    )
    .slice(0, maxImages)
  const images = useQuery({
    queryKey: ["contents", "images", email_id],
    enabled: wanted.length > 0,
    staleTime: Infinity,
    gcTime: 60_000,
    queryFn: async () => {
      const read = await Promise.all(
        wanted.map(async ({ content_id, index }) => {
          const { content, content_type } = await client.emails.attachment(email_id, index)
          return [content_id ?? "", `data:${content_type};base64,${content}`] as const
        })
      )
      return Object.fromEntries(read)
    }
  })
  return images.data
}
