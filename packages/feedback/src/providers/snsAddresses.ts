/**
 * Region and partition of an SNS host: China's regions, and no others, are below amazonaws.com.cn.
 */
const host =
  "sns\\.(?:(?!cn-)[a-z]{2,4}(?:-[a-z]{2,20}){1,3}-\\d{1,2}\\.amazonaws\\.com|cn-[a-z]{2,20}-\\d{1,2}\\.amazonaws\\.com\\.cn)"

// The whole address as it is written, so that no two URL parsers can disagree on it: no user, no
// port, no other case, no escapes.
const certificate = new RegExp(`^https://${host}/SimpleNotificationService-[0-9a-f]{32,64}\\.pem$`)
const confirmation = new RegExp(
  `^https://${host}/\\?([\\x21\\x24-\\x3b\\x3d\\x3f-\\x5b\\x5d\\x5f\\x61-\\x7a~]{1,2000})$`
)

const maxAddress = 2100

/** Whether an address is that of a certificate of SNS. */
export const isCertificateAddress = (address: string): boolean =>
  address.length <= maxAddress && certificate.test(address)

/** Whether an address confirms a subscription to this topic at SNS. */
export const isConfirmationAddress = (address: string, topicArn: string): boolean => {
  const query = address.length <= maxAddress ? confirmation.exec(address)?.[1] : undefined
  if (query === undefined) return false
  const parameters = new URLSearchParams(query)
  const only = (name: string) =>
    parameters.getAll(name).length === 1 ? parameters.get(name) : null
  return (
    only("Action") === "ConfirmSubscription" &&
    only("TopicArn") === topicArn &&
    (only("Token") ?? "") !== ""
  )
}

/** The name of a topic: https://docs.aws.amazon.com/sns/latest/dg/sns-create-topic.html */
export const isTopicArn = (text: string): boolean =>
  /^arn:aws(?:-[a-z]{2,10}){0,2}:sns:[a-z]{2,4}(?:-[a-z]{2,20}){1,3}-\d{1,2}:\d{12}:[A-Za-z0-9_-]{1,256}(?:\.fifo)?$/.test(
    text
  )
