/** What MJML repeats that is made to take its reader long, and what is said of it, by its lines. */
export const hostileMjml: ReadonlyArray<readonly [unit: string, problems: ReadonlyArray<RegExp>]> =
  [
    ["<mj-text>", [/ can't be in mj-text, /, / mjml isn't closed; /, / mj-text isn't closed; /]],
    ['<a b="', [/ a quote in it is missing$/]],
    ["<!--", [/ --> is missing$/]],
    ["<style>", [/ style isn't an MJML element; /, / <\/style> is missing$/]],
    ["< ", [/ mjml isn't closed; /]],
    ["{{a", [/ a merge tag is between elements, /, / mjml isn't closed; /]],
    ["<mj-x a = ", [/ a quote in it is missing$/]],
    ["</mj-x>", [/<\/mj-x> doesn't close the mjml /, /<\/mj-x> closes no open element; /]],
    ["\n".repeat(20), [/ mjml isn't closed; /]]
  ]
