import { describe, expect, it } from 'vitest'
import { readEnvironment } from './environment'

describe('the environment', () => {
  it('has a default for everything', () => {
    expect(readEnvironment({})).toMatchObject({
      port: 3001,
      host: 'localhost',
      adminUsername: 'admin',
      adminPassword: undefined,
      sessionHours: 168,
      trustedProxies: 0,
      maxUpload: 100 * 1024 * 1024,
      demoContent: true,
      rateLimit: true,
      logLevel: 'info',
    })
  })

  it('takes an empty value for none', () => {
    expect(readEnvironment({ PORT: '', MONGODB_URI: ' ' })).toMatchObject({ port: 3001 })
  })

  it('leaves a database of the band’s own empty', () => {
    expect(readEnvironment({ MONGODB_URI: 'mongodb://db' }).demoContent).toBe(false)
    expect(readEnvironment({ MONGODB_URI: 'mongodb://db', DEMO_CONTENT: 'on' }).demoContent).toBe(
      true,
    )
  })

  it('lets the API host follow the public address', () => {
    expect(readEnvironment({ PUBLIC_URL: 'https://band.example/' }).apiHost).toBe(
      'https://band.example',
    )
    const both = { PUBLIC_URL: 'https://band.example', API_HOST: 'https://api.band.example' }
    expect(readEnvironment(both).apiHost).toBe('https://api.band.example')
  })

  it('reads a list of origins', () => {
    expect(
      readEnvironment({ CORS_ORIGINS: 'https://a.example, http://b.example:8080' }).corsOrigins,
    ).toEqual(['https://a.example', 'http://b.example:8080'])
  })

  it.each([
    ['PORT', 'abc', 'a whole number from 1 to 65535'],
    ['PORT', '70000', 'a whole number from 1 to 65535'],
    ['PORT', '0', 'a whole number from 1 to 65535'],
    ['HOST', 'a b', 'interface'],
    ['MONGODB_URI', 'postgres://x', 'mongodb://'],
    ['ADMIN_PASSWORD', 'short', '8 to 1,024 characters'],
    ['JWT_SECRET', 'too-short', 'at least 32 characters'],
    ['SESSION_HOURS', '0', 'a whole number from 1 to'],
    ['PUBLIC_URL', 'band.example', 'an origin'],
    ['PUBLIC_URL', 'https://band.example/path', 'an origin'],
    ['API_HOST', 'ftp://x', 'an origin'],
    ['CORS_ORIGINS', 'https://a.example,*', 'an origin'],
    ['TRUST_PROXY', 'yes', 'a whole number from 0 to 10'],
    ['TRUST_PROXY', '10.0.0.0/99', 'a whole number from 0 to 10'],
    ['ENQUIRY_MONTHS', '-1', 'a whole number'],
    ['MAX_UPLOAD_MB', '1.5', 'a whole number'],
    ['DEMO_CONTENT', 'true', 'one of: on, off'],
    ['RATE_LIMIT', 'no', 'one of: on, off'],
    ['SMTP_URL', 'http://x', 'smtp'],
    ['LOG_LEVEL', 'loud', 'one of: debug, info, warn, error, silent'],
  ])('refuses %s=%s in one line', (name, value, allowed) => {
    const read = () => readEnvironment({ [name]: value })
    expect(read).toThrow(`${name}=`)
    expect(read).toThrow(allowed)
    expect(read).not.toThrow(/\n/)
  })

  it('wants all of the mail variables or none', () => {
    expect(() => readEnvironment({ SMTP_URL: 'smtp://localhost' })).toThrow('MAIL_FROM')
  })
})
