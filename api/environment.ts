import { resolve } from 'node:path'
import { isNetwork, type TrustedProxies } from './http/client-address'

/** A variable is invalid; the message contains its name, its value and the allowed values. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError'

  constructor(variable: string, value: string, allowed: string) {
    super(`${variable}=${JSON.stringify(value)} can't be used: it must be ${allowed}.`)
  }
}

type Variables = Record<string, string | undefined>
type Check = (value: string) => boolean

const originForm = 'an origin such as https://band.example, without a path'

/** Reads and validates the environment variables. An empty variable counts as unset.
 * @throws EnvironmentError for the first invalid variable */
export function readEnvironment(variables: Variables) {
  const read = reader(variables)
  const mongodbUri = read.checked('MONGODB_URI', isMongodbUri, 'a mongodb:// or mongodb+srv:// URI')
  const publicUrl = read.origin('PUBLIC_URL')
  const trustedProxies = read.proxies('TRUST_PROXY')
  return {
    port: read.integer('PORT', 3001, 1, 65_535),
    host: read.checked('HOST', isHost, 'the name or address of an interface') ?? 'localhost',
    /** Absolute path. */
    dataDirectory: resolve(read.text('DATA_DIR') ?? './data'),
    mongodbUri,
    mongodBinary: read.text('MONGOD'),
    adminUsername:
      read.checked('ADMIN_USERNAME', lengthBetween(1, 200), '1 to 200 characters') ?? 'admin',
    adminPassword: read.secret('ADMIN_PASSWORD', lengthBetween(8, 1024), '8 to 1,024 characters'),
    jwtSecret: read.secret('JWT_SECRET', lengthBetween(32), 'at least 32 characters'),
    sessionHours: read.integer('SESSION_HOURS', 168, 1, 8760),
    /** An origin, without a trailing slash. */
    publicUrl,
    /** An origin, without a trailing slash. */
    apiHost: read.origin('API_HOST') ?? publicUrl,
    corsOrigins: read
      .list('CORS_ORIGINS', isOrigin, originForm)
      .map((value) => new URL(value).origin),
    /** Lower-case host names. */
    pushHosts: read
      .list('PUSH_HOSTS', isHostName, 'host names such as push.example')
      .map((name) => name.toLowerCase()),
    trustedProxies,
    /** Addresses and networks from which the back office can be used; empty for everywhere. */
    adminNetworks: read.list(
      'ADMIN_NETWORKS',
      isNetwork,
      'addresses and networks such as 10.0.0.0/8',
    ),
    /** Seconds for which a stopping site goes on serving, so that a load balancer notices it first. */
    drainSeconds: read.integer('DRAIN_SECONDS', trustedProxies === 0 ? 0 : 5, 0, 300),
    /** Bytes. */
    maxUpload: read.integer('MAX_UPLOAD_MB', 100, 1, 4096) * 1024 * 1024,
    /** Bytes. */
    audioCache: read.integer('AUDIO_CACHE_MB', 2048, 1, 1_048_576) * 1024 * 1024,
    /** Bytes that must stay free on the disk. */
    diskReserve: read.integer('DISK_RESERVE_MB', 128, 0, 1_073_741_824) * 1024 * 1024,
    /** How many automatic backups are stored; 0 turns them off. */
    backupKeep: read.integer('BACKUP_KEEP', 7, 0, 365),
    /** Months after which an enquiry is deleted; 0 for never. */
    enquiryMonths: read.integer('ENQUIRY_MONTHS', 24, 0, 1200),
    demoContent:
      read.choice('DEMO_CONTENT', ['on', 'off'], mongodbUri === undefined ? 'on' : 'off') === 'on',
    rateLimit: read.choice('RATE_LIMIT', ['on', 'off'], 'on') === 'on',
    mail: read.mail(),
    logLevel: read.choice('LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
  }
}

/** The validated environment variables. */
export type Environment = ReturnType<typeof readEnvironment>

function reader(variables: Variables) {
  const text = (name: string) => variables[name]?.trim() || undefined

  function checked(name: string, isAllowed: Check, allowed: string, value = text(name)) {
    if (value !== undefined && !isAllowed(value)) throw new EnvironmentError(name, value, allowed)
    return value
  }

  /** Secrets are not trimmed: leading and trailing spaces are part of a password. */
  const secret = (name: string, isAllowed: Check, allowed: string) =>
    checked(name, isAllowed, allowed, variables[name] || undefined)

  function integer(name: string, fallback: number, min: number, max: number) {
    const allowed = `a whole number from ${min} to ${max}`
    const inRange = (value: string) =>
      /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max
    return Number(checked(name, inRange, allowed) ?? fallback)
  }

  function choice<Choice extends string>(name: string, choices: Choice[], fallback: Choice) {
    const isChoice = (value: string) => choices.some((known) => known === value)
    return (checked(name, isChoice, `one of: ${choices.join(', ')}`) as Choice) ?? fallback
  }

  const origin = (name: string) => {
    const value = checked(name, isOrigin, originForm)
    return value && new URL(value).origin
  }

  const entriesOf = (value: string) => value.split(',').map((entry) => entry.trim())

  /** Reads a comma-separated list; empty if the variable is unset. */
  function list(name: string, isAllowed: Check, allowed: string): string[] {
    const value = text(name)
    const entries = value === undefined ? [] : entriesOf(value)
    const wrong = entries.find((entry) => !isAllowed(entry))
    if (wrong === undefined) return entries
    throw new EnvironmentError(name, wrong, `${allowed}, comma-separated`)
  }

  function proxies(name: string): TrustedProxies {
    const isCount = (value: string) => /^\d+$/.test(value) && Number(value) <= 10
    const value = checked(
      name,
      (candidate) => isCount(candidate) || entriesOf(candidate).every(isNetwork),
      'a whole number from 0 to 10, or addresses and networks such as 10.0.0.0/8, comma-separated',
    )
    if (value === undefined) return 0
    return isCount(value) ? Number(value) : entriesOf(value)
  }

  function mail() {
    const url = checked('SMTP_URL', isSmtpUrl, 'an smtp:// or smtps:// URL')
    const from = checked('MAIL_FROM', isMailbox, 'an email address')
    const to = checked('MAIL_TO', isMailbox, 'an email address')
    if (url && from && to) return { url, from, to }
    if (!url && !from && !to) return undefined
    const missing = !url ? 'SMTP_URL' : from ? 'MAIL_TO' : 'MAIL_FROM'
    const allowed = 'set when another of SMTP_URL, MAIL_FROM and MAIL_TO is'
    throw new EnvironmentError(missing, '', allowed)
  }

  return { text, secret, checked, integer, choice, origin, list, proxies, mail }
}

const lengthBetween =
  (min: number, max = Infinity) =>
  (value: string) =>
    value.length >= min && value.length <= max

const isMongodbUri = (value: string) => /^mongodb(\+srv)?:\/\/\S+$/.test(value)
const isSmtpUrl = (value: string) => /^smtps?:\/\/\S+$/.test(value) && URL.canParse(value)
const isMailbox = (value: string) => /^[^\s<>]+@[^\s<>]+$|^[^<>]+ <[^\s<>]+@[^\s<>]+>$/.test(value)
const isHostName = (value: string) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(value)
const isHost = (value: string) => /^[A-Za-z0-9.:_-]+$/.test(value)

function isOrigin(value: string) {
  if (!URL.canParse(value)) return false
  const url = new URL(value)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  const isBare = url.pathname === '/' && !url.search && !url.hash && !url.username
  return isWeb && isBare
}
