/** The bytes are not MPEG-1, -2 or -2.5 Layer III audio. */
export class NotMpegAudioError extends Error {
  override readonly name = 'NotMpegAudioError'
}

interface Frame {
  /** Bytes, header included. */
  length: number
  /** Samples of one channel. */
  samples: number
  sampleRate: number
  /** Where a Xing, Info or VBRI marker would stand, from the frame's start. */
  markerOffset: number
}

// ISO/IEC 11172-3 and 13818-3, Layer III; MPEG-2.5 halves the rates of MPEG-2 once more.
const bitRates = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const sampleRates = [44_100, 48_000, 32_000]
const rateDivisors = { 3: 1, 2: 2, 0: 4 }

const framesThatConvince = 3
const longestJunkAtStart = 256 * 1024
const longestJunkInAll = 2 * 1024 * 1024
const bytesToJudgeAFrame = 40

/** Reads a 4-byte Layer III frame header at a position, or nothing where there is none. */
function readFrameHeader(bytes: Uint8Array, at: number): Frame | undefined {
  const [sync, second, third, fourth] = bytes.subarray(at, at + 4)
  if (sync !== 0xff || second === undefined || third === undefined || fourth === undefined) return
  const version = (second >> 3) & 3
  const isLayer3 = (second & 0xe6) === 0xe2
  if (!isLayer3 || version === 1) return
  const isMpeg1 = version === 3
  const kilobits = bitRates[isMpeg1 ? 1 : 2][third >> 4]
  const baseRate = sampleRates[(third >> 2) & 3]
  if (!kilobits || !baseRate) return

  const sampleRate = baseRate / rateDivisors[version as 0 | 2 | 3]
  const samples = isMpeg1 ? 1152 : 576
  const padding = (third >> 1) & 1
  const isMono = fourth >> 6 === 3
  const sideInformation = isMpeg1 ? (isMono ? 17 : 32) : isMono ? 9 : 17
  return {
    length: Math.floor((samples / 8) * ((kilobits * 1000) / sampleRate)) + padding,
    samples,
    sampleRate,
    markerOffset: 4 + sideInformation,
  }
}

/** Walks a file's frames while it arrives, holding no more than a few bytes of it.
 *
 * Tags (ID3v2 in front; ID3v1, APE and others behind) are stepped over. A file is taken for MPEG audio
 * after three frames that follow each other at the right distance with the same sample rate; after
 * that, little of it may be anything else. */
export class MpegAudioReader {
  #carry = new Uint8Array(0)
  #skip = 0
  #junk = 0
  #frames = 0
  #seconds = 0
  #sampleRate = 0
  #convinced = false

  /** @throws NotMpegAudioError as soon as that is certain. */
  push(chunk: Uint8Array): void {
    const bytes = this.#carry.length > 0 ? Buffer.concat([this.#carry, chunk]) : chunk
    let at = 0
    while (true) {
      const skipped = Math.min(this.#skip, bytes.length - at)
      this.#skip -= skipped
      at += skipped
      if (bytes.length - at < bytesToJudgeAFrame) break
      at += this.#step(bytes, at)
    }
    this.#carry = bytes.slice(at)
  }

  /** Seconds of audio in all.
   * @throws NotMpegAudioError when too few frames came. */
  finish(): number {
    for (let at = 0; this.#skip === 0 && at + 4 <= this.#carry.length; )
      at += this.#step(this.#carry, at)
    if (!this.#convinced) throw new NotMpegAudioError()
    return this.#seconds
  }

  /** Takes in what stands at a position and says how many bytes to go on by. */
  #step(bytes: Uint8Array, at: number): number {
    const tagLength = id3v2Length(bytes, at)
    if (tagLength > 0) {
      this.#skip = tagLength
      return 0
    }
    const frame = readFrameHeader(bytes, at)
    if (frame && (this.#frames === 0 || frame.sampleRate === this.#sampleRate)) {
      this.#count(frame, bytes, at)
      return 0
    }
    this.#passOver()
    return 1
  }

  #count(frame: Frame, bytes: Uint8Array, at: number) {
    this.#skip = frame.length
    this.#sampleRate = frame.sampleRate
    const describesTheFile = this.#frames === 0 && hasMarker(bytes, at + frame.markerOffset)
    if (!describesTheFile) this.#seconds += frame.samples / frame.sampleRate
    this.#frames += 1
    if (this.#frames >= framesThatConvince) this.#convinced = true
  }

  #passOver() {
    this.#junk += 1
    const most = this.#convinced ? longestJunkInAll : longestJunkAtStart
    if (this.#junk > most) throw new NotMpegAudioError()
    if (this.#convinced) return
    this.#frames = 0
    this.#seconds = 0
  }
}

/** The whole length of an ID3v2 tag at a position (its size is "syncsafe": seven bits a byte), or 0. */
function id3v2Length(bytes: Uint8Array, at: number): number {
  const [i, d, three, , , flags = 0, a = 0, b = 0, c = 0, last = 0] = bytes.subarray(at, at + 10)
  if (i !== 0x49 || d !== 0x44 || three !== 0x33) return 0
  const hasFooter = (flags & 0x10) !== 0
  return 10 + ((a << 21) | (b << 14) | (c << 7) | last) + (hasFooter ? 10 : 0)
}

function hasMarker(bytes: Uint8Array, at: number): boolean {
  const marker = String.fromCharCode(...bytes.subarray(at, at + 4))
  return marker === 'Xing' || marker === 'Info'
}
