import { createHash } from 'node:crypto'
import { Script } from 'node:vm'
import { referencePage } from '@quirecms/server'
import { describe, expect, test } from 'vitest'

describe('the reference page', () => {
  const { html, contentSecurityPolicy } = referencePage({
    title: 'A <script>alert("x")</script> & more',
    description: 'About <b>it</b>',
    typefaces: { sans: '../admin/assets/sans.woff2', serif: '../admin/assets/serif.woff2' },
  })
  const inline = (tag: string) => new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(html)?.[1] ?? ''

  test('shows the title as text', () => {
    expect(html).not.toContain('alert("x")')
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html).toContain('<p class="lead">About &#60;b&#62;it&#60;/b&#62;</p>')
  })

  test('executes and loads only what its policy permits', () => {
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    expect(contentSecurityPolicy).toContain("default-src 'none';")
    expect(contentSecurityPolicy).toContain(`script-src ${hash(inline('script'))};`)
    expect(contentSecurityPolicy).toContain(`style-src ${hash(inline('style'))};`)
    expect(contentSecurityPolicy).not.toContain('unsafe')
    expect(html).not.toMatch(/ style=| on\w+=/)
  })

  test('loads only the description, and the fonts of the admin app if there is one', () => {
    // The address in the samples is a placeholder for that of the service.
    expect(html.replaceAll('http://localhost:3000', '')).not.toMatch(/https?:|@import|src=/)
    expect(html.match(/url\([^)]*\)/g)).toEqual([
      "url('../admin/assets/sans.woff2')",
      "url('../admin/assets/serif.woff2')",
    ])
    expect(referencePage({ title: 'Without' }).html).not.toMatch(/url\(|@font-face/)
    expect(contentSecurityPolicy).toContain("font-src 'self';")
    expect(html.match(/href="[^"#]*"/g)).toEqual(expect.arrayContaining(['href="openapi.json"']))
  })

  test('has a script that parses, and never inserts data as markup', () => {
    const script = inline('script')
    expect(() => new Script(script)).not.toThrow()
    expect(script).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|createContextualFragment/,
    )
  })

  test('is usable by keyboard and screen reader', () => {
    expect(html).toContain('<html lang="en">')
    expect(html).toContain('<label for="filter">')
    expect(html).toMatch(/<a class="skip" href="#main">/)
    expect(html).toContain('role="status"')
  })
})
