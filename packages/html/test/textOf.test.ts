import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { textOf } from "../src/textOf.js"
import { hostileToText } from "./hostile.js"

describe("the text alternative of html", () => {
  it.each([
    [
      "paragraphs and line breaks",
      "<p>One</p><p>Two<br>Three<br><br><br>Four</p>",
      "One\n\nTwo\nThree\n\nFour"
    ],
    ["blanks as browsers do", "  <div>\n  a   b\t c\n</div>\n\n<div> d </div>", "a b c\nd"],
    ["inline elements without a break", "a<b>b</b>c <i>d</i> e", "abc d e"],
    [
      "a link with its address",
      '<a href="https://example.com/?a=1&amp;b=2">here</a>.',
      "here (https://example.com/?a=1&b=2)."
    ],
    [
      "a link whose address has names of signs in it",
      '<a href="https://pay.example/go?amount=300&currency_id=1&partner=75&order=53">Pay now</a>',
      "Pay now (https://pay.example/go?amount=300&currency_id=1&partner=75&order=53)"
    ],
    ["a picture's text by the rules of attributes", '<img alt="a&copy=1 &amp; b">', "a&copy=1 & b"],
    ["text by its own rules", "&copy 2026", "© 2026"],
    [
      "a link that says its address",
      "<a href='https://example.com'>https://example.com</a>",
      "https://example.com"
    ],
    [
      "a link by mail that says its address",
      "<a href=mailto:a@b.example>a@b.example</a>",
      "a@b.example"
    ],
    [
      "a space between links that touch each other",
      '<p><a href="https://a.example/r">r</a><a href="https://a.example/e"><b>e</b></a>, <a href="https://a.example"><img src=x></a><a href="mailto:a@b.example">a@b.example</a><a href="#top">up</a></p>',
      "r (https://a.example/r) e (https://a.example/e), https://a.example a@b.exampleup"
    ],
    [
      "links that lead nowhere",
      '<a href="#top">up</a> <a href="javascript:x()">x</a> <a>y</a>',
      "up x y"
    ],
    [
      "a linked image by its alternative text",
      '<a href="https://example.com"><img src=x alt="Shop"></a>',
      "Shop (https://example.com)"
    ],
    [
      "a linked image without any",
      '<a href="https://example.com"><img src=x></a>',
      "https://example.com"
    ],
    [
      "a picture's alternative text",
      "a <img src=x alt=\"Logo of A&amp;B\"> b<p><img src=x alt='Sold out'></p>",
      "a Logo of A&B b\n\nSold out"
    ],
    [
      "no picture without alternative text",
      'a <img src=x> <img src=x alt=""> <img src=x alt=" "> b',
      "a b"
    ],
    [
      "no picture that is hidden",
      '<div style="display:none"><img src=x alt=a></div>b<img src=x alt=c style="display: none">',
      "b"
    ],
    [
      "lists",
      "<ul><li>a<li>b<ol><li>c</li><li>d</li></ol></ul><p>e",
      "* a\n* b\n\n  1. c\n  2. d\n\ne"
    ],
    [
      "tables row by row",
      "<table><tr><td>a</td><td>b</td></tr><tr><th>c</th><td>d</td></tr></table>",
      "a b\nc d"
    ],
    ["preformatted text", "<pre>a\n  b\n\n\nc</pre>", "a\n  b\n\nc"],
    ["a rule", "a<hr>b", "a\n\n----------\n\nb"],
    [
      "character references",
      "&lt;b&gt; &amp;amp; &uuml;&#8364;&#x20AC;&nbsp;x &unknown; &copy",
      "<b> &amp; ü€€ x &unknown; ©"
    ],
    [
      "neither head nor scripts nor comments",
      "<!DOCTYPE html><head><title>t</title><style>p > a{}</style></head><script>if (a < b) '</p>'</script><!-- c > d --><!--[if mso]><p>x</p><![endif]-->y",
      "y"
    ],
    [
      "a tag with a greater sign in an attribute",
      '<a title="a > b" href="https://example.com">x</a>',
      "x (https://example.com)"
    ],
    ["an apostrophe outside quotes", "<p title=it's>a</p><p>b's</p>", "a\n\nb's"],
    ["signs that begin no tag", "1 < 2 and 3<4 > 2 <3 </", "1 < 2 and 3<4 > 2 <3 </"],
    [
      "elements that are never closed",
      '<div><p><b><a href="https://example.com">x',
      "x (https://example.com)"
    ],
    ["a tag that never ends", 'a<b title="c', "a"],
    ["what Outlook alone leaves out", "<!--[if !mso]><!--><b>x</b><!--<![endif]-->y", "xy"],
    ["a comment that never ends", "a<!-- b", "a"],
    ["a style that never ends", "a<style>b", "a"],
    [
      "a link by its short form as that",
      '<a href="https://example.com/">example.com</a>',
      "example.com"
    ],
    [
      "a button whose address is written out below only once",
      '<a href="https://a.example/?b=1&amp;c=2">Reset</a><p>Or: <a href="https://a.example/?b=1&amp;c=2">https://a.example/?b=1&amp;c=2</a></p>',
      "Reset\n\nOr: https://a.example/?b=1&c=2"
    ],
    [
      "an address again if another link stood between",
      '<a href="https://a.example">A</a> <a href="https://b.example">B</a> <a href="https://a.example">https://a.example</a>',
      "A (https://a.example) B (https://b.example) https://a.example"
    ],
    [
      "an address below that is another one",
      '<a href="https://a.example/x">A</a> <a href="https://a.example">https://a.example</a>',
      "A (https://a.example/x) https://a.example"
    ],
    [
      "headings of rows with a colon",
      '<table><tr><th scope="row">Total</th> <td>5 €</td></tr><tr><th scope=row>Sum:</th><td>6 €</td></tr></table>',
      "Total: 5 €\nSum: 6 €"
    ],
    [
      "headings of rows without values as they are",
      "<table><tr><th scope=row>a</th><td></td></tr><tr><th scope=row></th><td>b</td></tr><tr><th scope=row>c</th></tr></table>d",
      "a\nb\nc\n\nd"
    ],
    [
      "headings of columns without a colon",
      "<table><tr><th scope=col>a</th><th>b</th></tr></table>",
      "a b"
    ],
    [
      "nothing that is hidden",
      "<div style=\"color:red; Display : none;\">a<div>b</div><p>c</p></div>d<span style='display:none'>e</span>",
      "d"
    ],
    [
      "what only looks hidden",
      '<div style="border:none">a</div><div class="display:none">b</div>',
      "a\nb"
    ],
    [
      "what follows a hidden element without an end tag of its own",
      '<p style="display:none">a<p>b',
      "a\n\nb"
    ],
    ["nothing", "", ""]
  ])("writes %s", (_, html, text) => {
    expect(textOf(html)).toBe(text)
  })

  it.each(hostileToText)("writes what there is in much of it: $name", ({ answer, make, times }) => {
    expect(textOf(make(times)) === answer(times)).toBe(true)
    expect(textOf(make(7))).toBe(answer(7))
  })

  it("never fails, and lets no tag through that the reader wouldn't have seen as text", () => {
    const piece = fc.constantFrom(
      "<",
      ">",
      "</",
      '<a href="',
      '"',
      "'",
      "=",
      "<!--",
      "-->",
      "<p>",
      "</p>",
      "<pre>",
      "<li>",
      "<ol>",
      "</ol>",
      "&amp;",
      "&#0;",
      " ",
      "\n",
      "x",
      "ä"
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 60 }).map((parts) => parts.join("")),
        (html) => {
          expect(textOf(html)).not.toMatch(/<\/?(?:p|pre|li|ol)>/)
        }
      ),
      { numRuns: 250 }
    )
  })
})
