import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** The words of the glossary's column "not". */
const unwanted = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
  .split('\n')
  .flatMap((line) => line.split('|').slice(3, 4))
  .flatMap((cell) => cell.split(','))
  .map((word) => word.trim())
  .filter((word) => word !== '' && word !== 'not' && !word.startsWith('---'))

/** "Office" is unwanted, "back office" is the term. */
const pattern = new RegExp(`(?<!back )\\b(${unwanted.join('|')})\\b`, 'i')

const files = ['api', 'web', 'e2e', 'testing', 'scripts'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name))),
)

it('the glossary has words that are not used', () => {
  expect(unwanted.length).toBeGreaterThan(5)
  expect(pattern.test('a letter of the office')).toBe(true)
  expect(pattern.test('the back office')).toBe(false)
})

it('no name of a file and no title of a test has a word that the glossary replaces', () => {
  const title = /(?<!\.)\b(?:it|test|describe)(?:\.[a-z]+\([^)]*\))*\(\s*(['"`])(.*?)\1/gis
  const found = files.flatMap((path) => {
    const titles = /\.(test|spec)\.ts$/.test(path)
      ? [...readFileSync(join(root, path), 'utf8').matchAll(title)].map(([, , text = '']) => text)
      : []
    const name = path.replaceAll(/[-./]/g, ' ')
    return [name, ...titles].filter((text) => pattern.test(text)).map((text) => `${path}: ${text}`)
  })
  expect(found).toEqual([])
})

it('every file that the documents mention exists', () => {
  const documents = [
    ...['ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'],
    ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ]
  const missing = documents.flatMap((document) =>
    [
      ...readFileSync(join(root, document), 'utf8').matchAll(
        /`((?:api|web|e2e|testing|scripts)\/[\w./-]+\.\w+)`/g,
      ),
    ]
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${document}: ${path}`),
  )
  expect(missing).toEqual([])
})
