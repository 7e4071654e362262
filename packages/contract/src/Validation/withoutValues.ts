import { Array as List, ParseResult } from "effect"

type Issue = ParseResult.ParseIssue

/**
 * Removes the values from issues. Explaining a value of a wrong type writes it out, only to be cut
 * off later: 10 MB of octets took a minute.
 */
export const withoutValues = (issue: Issue): Issue => {
  switch (issue._tag) {
    case "Type":
      return new ParseResult.Type(issue.ast, undefined, issue.message)
    case "Pointer":
      return new ParseResult.Pointer(issue.path, undefined, withoutValues(issue.issue))
    case "Composite": {
      const { issues } = issue
      return new ParseResult.Composite(
        issue.ast,
        undefined,
        "_tag" in issues ? withoutValues(issues) : List.map(issues, withoutValues)
      )
    }
    case "Refinement":
      return new ParseResult.Refinement(
        issue.ast,
        undefined,
        issue.kind,
        withoutValues(issue.issue)
      )
    case "Transformation":
      return new ParseResult.Transformation(
        issue.ast,
        undefined,
        issue.kind,
        withoutValues(issue.issue)
      )
    default:
      return issue
  }
}
