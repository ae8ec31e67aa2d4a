import { createHash } from 'node:crypto'
import { Script } from 'node:vm'
import { referencePage } from '@quire/server'
import { describe, expect, test } from 'vitest'

describe('the reference page', () => {
  const { html, contentSecurityPolicy } = referencePage('A <script>alert("x")</script> & more')
  const inline = (tag: string) => new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(html)?.[1] ?? ''

  test('shows the title as text', () => {
    expect(html).not.toContain('alert("x")')
    expect(html.match(/<script/g)).toHaveLength(1)
  })

  test('runs and looks only as its policy allows', () => {
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    expect(contentSecurityPolicy).toContain("default-src 'none';")
    expect(contentSecurityPolicy).toContain(`script-src ${hash(inline('script'))};`)
    expect(contentSecurityPolicy).toContain(`style-src ${hash(inline('style'))};`)
    expect(contentSecurityPolicy).not.toContain('unsafe')
    expect(html).not.toMatch(/ style=| on\w+=/)
  })

  test('loads nothing but the description', () => {
    expect(html).not.toMatch(/https?:|@import|url\(|src=/)
    expect(html.match(/href="[^"#]*"/g)).toEqual(expect.arrayContaining(['href="openapi.json"']))
  })

  test('has a script that parses, and never makes markup of data', () => {
    const script = inline('script')
    expect(() => new Script(script)).not.toThrow()
    expect(script).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|createContextualFragment/,
    )
  })

  test('can be used by keyboard and screen reader', () => {
    expect(html).toContain('<html lang="en">')
    expect(html).toContain('<label for="filter">')
    expect(html).toMatch(/<a class="skip" href="#main">/)
    expect(html).toContain('role="status"')
  })
})
