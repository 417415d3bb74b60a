import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { type Document, MongoClient } from 'mongodb'
import { until } from '../api/process/processes'
import { suspend } from './suspend'

/** Milliseconds after which the tests give up. */
const timeout = 100_000

export type ReplicaSet = Awaited<ReturnType<typeof startReplicaSet>>

/** Starts a replica set of three members on this machine, on `TEST_MONGOD`. */
export async function startReplicaSet() {
  const folder = await mkdtemp(join(tmpdir(), 'replica-'))
  const members = await Promise.all([0, 1, 2].map((number) => startMember(folder, number)))
  const hosts = members.map(({ host }) => host)

  /** Runs a command on a member.
   * @returns undefined if it fails */
  async function runCommand(host: string, command: Document) {
    const options = { directConnection: true, serverSelectionTimeoutMS: 500 }
    const client = new MongoClient(`mongodb://${host}`, options)
    const response = await client
      .db('admin')
      .command(command)
      .catch(() => undefined)
    await client.close()
    return response
  }

  async function findPrimary() {
    for (const member of members)
      if ((await runCommand(member.host, { hello: 1 }))?.['isWritablePrimary']) return member
  }

  /** Waits until there is a primary. */
  async function primaryMember(): Promise<Member> {
    let primary: Member | undefined
    const isFound = async () => {
      primary = await findPrimary()
      return primary !== undefined
    }
    if (!(await until(isFound, timeout)) || !primary) throw new Error('There is no primary.')
    return primary
  }

  const config = (version: number, electionTimeoutMillis: number) => ({
    _id: 'rs0',
    version,
    members: hosts.map((host, _id) => ({ _id, host })),
    settings: { electionTimeoutMillis, heartbeatIntervalMillis: 200 },
  })
  const succeeds = async (host: string, command: Document) =>
    (await runCommand(host, command))?.['ok'] === 1
  const [first = ''] = hosts
  // The first election takes place after this time.
  const initiate = () => succeeds(first, { replSetInitiate: config(1, 1_000) })
  // The default time. With a short one, a busy machine causes elections that no test asked for.
  const settle = async () =>
    succeeds((await findPrimary())?.host ?? first, { replSetReconfig: config(2, 10_000) })
  if (!(await until(initiate, timeout)) || !(await until(settle, timeout)))
    throw new Error('The replica set did not start.')

  return {
    uri: (database: string) => `mongodb://${hosts.join()}/${database}?replicaSet=rs0`,

    /** Makes the primary step down, so that another member is elected. */
    async stepDown() {
      const stepDown = { replSetStepDown: 5, secondaryCatchUpPeriodSecs: 2 }
      // It is refused while no secondary has all writes.
      const isDone = async () => succeeds((await primaryMember()).host, stepDown)
      if (!(await until(isDone, timeout))) throw new Error('The primary does not step down.')
    },

    /** Stops all members but one while a function runs, so that no majority confirms a write or elects a primary.
     * @param rest the kind of the member that runs */
    async withoutMajority(rest: 'primary' | 'secondary', work: () => Promise<void>) {
      const primary = await primaryMember()
      const running = members.find((member) => (member === primary) === (rest === 'primary'))
      const others = members.filter((member) => member !== running)
      try {
        await Promise.all(others.map(({ pid }) => suspend(pid)))
        await work()
      } finally {
        for (const { child } of others) child.kill('SIGCONT')
      }
    },

    async stop() {
      for (const { child, ended } of members) {
        child.kill('SIGKILL')
        await ended
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Member {
  host: string
  pid: number
  child: ChildProcess
  ended: Promise<unknown>
}

async function startMember(folder: string, number: number): Promise<Member> {
  const port = await getPort()
  const path = join(folder, String(number))
  await mkdir(path)
  const child = spawn(
    process.env['TEST_MONGOD'] ?? '',
    [
      ...['--dbpath', path, '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket'],
      ...['--replSet', 'rs0', '--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '64'],
      ...['--wiredTigerEngineConfigString', 'log=(file_max=32MB,prealloc=false)'],
    ],
    { stdio: 'ignore' },
  )
  if (child.pid === undefined) throw new Error('mongod did not start.')
  return {
    host: `127.0.0.1:${port}`,
    pid: child.pid,
    child,
    ended: new Promise((resolve) => child.on('exit', resolve)),
  }
}
