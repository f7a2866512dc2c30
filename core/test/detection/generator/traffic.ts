/**
 * Traffic samples with a known answer. What each family looks like follows public descriptions; the ranges are not changed to
 * suit the detector. When each part was committed, and what followed from it, stands in `timings.ts`.
 */
import { type Draw, drawFrom } from './random.ts';

export type TrafficLabel = 'none' | 'harvest_now_decrypt_later' | 'bulk_collection';

export interface TrafficCase {
  readonly label: TrafficLabel;
  readonly source_ip: string;
  readonly request_count: number;
  readonly time_window_seconds: number;
  readonly payload_sizes: readonly number[];
  readonly encryption_types: readonly string[];
}

interface Shape {
  readonly rate: number;
  readonly seconds: number;
  readonly size: (draw: Draw) => number;
}

export interface Family {
  readonly isCollection: boolean;
  readonly shape: (draw: Draw) => Shape;
}

const KIB = 1024;
const MIB = 1024 * KIB;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Sizes around one that vary by a share of it. */
function around(middle: number, variation: number): Shape['size'] {
  return (draw) => Math.max(1, Math.round(draw.normal(middle, middle * variation)));
}

export const TUNING: Readonly<Record<string, Family>> = {
  // Bodies of files on the web: log-normal, 9.357 and 1.318 (Barford and Crovella 1998, SURGE).
  browsing: {
    isCollection: false,
    shape: (draw) => ({
      rate: draw.logBetween(0.05, 5),
      seconds: draw.logBetween(MINUTE, HOUR),
      size: (each) => Math.ceil(each.lognormal(9.357, 1.318)),
    }),
  },
  polling: {
    isCollection: false,
    shape: (draw) => ({
      rate: draw.logBetween(0.1, 2),
      seconds: draw.logBetween(10 * MINUTE, DAY),
      size: around(draw.logBetween(200, 4 * KIB), 0.05),
    }),
  },
  copying: {
    isCollection: true,
    shape: (draw) => ({
      rate: draw.logBetween(30, 300),
      seconds: draw.logBetween(MINUTE, HOUR),
      size: around(draw.logBetween(256 * KIB, 4 * MIB), 0.03),
    }),
  },
};

export const DEVELOPMENT: Readonly<Record<string, Family>> = {
  // Files with the heavy tail of the web: Pareto, 1.1 from 133 KB (the same, tail), in 7 % of requests.
  'browsing, heavy tail': {
    isCollection: false,
    shape: (draw) => ({
      rate: draw.logBetween(0.05, 10),
      seconds: draw.logBetween(MINUTE, 4 * HOUR),
      size: (each) => Math.ceil(each.chance(0.07) ? Math.min(each.pareto(133_000, 1.1), 1e9) : each.lognormal(9, 1.4)),
    }),
  },
  // Segments of 2 to 10 s at 1 to 16 Mbit/s (MPEG-DASH, HLS).
  'video on demand': {
    isCollection: false,
    shape: (draw) => {
      const segmentSeconds = draw.between(2, 10);
      const bytesPerSecond = draw.logBetween(125_000, 2_000_000);
      return {
        rate: 1 / segmentSeconds,
        seconds: draw.logBetween(5 * MINUTE, 3 * HOUR),
        size: around(segmentSeconds * bytesPerSecond, draw.between(0.05, 0.3)),
      };
    },
  },
  'software update': {
    isCollection: false,
    shape: (draw) => ({
      rate: draw.logBetween(0.02, 1),
      seconds: draw.logBetween(MINUTE, 20 * MINUTE),
      size: (each) => Math.ceil(each.logBetween(10 * KIB, 200 * MIB)),
    }),
  },
  telemetry: {
    isCollection: false,
    shape: (draw) => ({
      rate: draw.logBetween(0.01, 1),
      seconds: draw.logBetween(HOUR, 7 * DAY),
      size: around(draw.logBetween(100, 2 * KIB), draw.between(0.01, 0.2)),
    }),
  },
  // A gateway behind which hundreds of people work: fast, but small and uneven.
  'office behind one address': {
    isCollection: false,
    shape: (draw) => ({
      rate: draw.logBetween(5, 100),
      seconds: draw.logBetween(10 * MINUTE, 8 * HOUR),
      size: (each) => Math.ceil(each.lognormal(9.357, 1.318)),
    }),
  },
  // Many small calls of one program to another: the rate of a collection, and even.
  'service to service': {
    isCollection: false,
    shape: (draw) => ({
      rate: draw.logBetween(10, 500),
      seconds: draw.logBetween(MINUTE, HOUR),
      size: around(draw.logBetween(200, 8 * KIB), draw.between(0.05, 0.6)),
    }),
  },
  // One to ten pages a second.
  'search engine': {
    isCollection: false,
    shape: (draw) => ({
      rate: draw.logBetween(1, 10),
      seconds: draw.logBetween(HOUR, DAY),
      size: (each) => Math.ceil(each.lognormal(10, 1.2)),
    }),
  },
  // Wanted, and the same to the eye as copying by a stranger: blocks of 4 to 16 MiB for hours.
  'nightly backup': {
    isCollection: false,
    shape: (draw) => ({
      rate: draw.logBetween(1, 30),
      seconds: draw.logBetween(HOUR, 6 * HOUR),
      size: around(draw.logBetween(4 * MIB, 16 * MIB), 0.01),
    }),
  },
  // Everything that an archive holds, as fast as it comes.
  'archive mirrored': {
    isCollection: true,
    shape: (draw) => ({
      rate: draw.logBetween(15, 200),
      seconds: draw.logBetween(10 * MINUTE, 12 * HOUR),
      size: (each) => Math.ceil(each.lognormal(Math.log(200 * KIB), 1)),
    }),
  },
  'ranges of large files': {
    isCollection: true,
    shape: (draw) => ({
      rate: draw.logBetween(3, 50),
      seconds: draw.logBetween(10 * MINUTE, 12 * HOUR),
      size: around(draw.logBetween(MIB, 16 * MIB), 0.01),
    }),
  },
  // Connections opened for their key exchange alone, to be broken later.
  'handshakes collected': {
    isCollection: true,
    shape: (draw) => ({
      rate: draw.logBetween(50, 1_000),
      seconds: draw.logBetween(MINUTE, HOUR),
      size: around(draw.logBetween(2 * KIB, 6 * KIB), draw.between(0.02, 0.15)),
    }),
  },
  'tables read page by page': {
    isCollection: true,
    shape: (draw) => ({
      rate: draw.logBetween(10, 100),
      seconds: draw.logBetween(10 * MINUTE, 6 * HOUR),
      size: around(draw.logBetween(64 * KIB, 512 * KIB), draw.between(0.01, 0.08)),
    }),
  },
  // Below every limit on rates, for days.
  'low and slow': {
    isCollection: true,
    shape: (draw) => ({
      rate: draw.logBetween(0.1, 1),
      seconds: draw.logBetween(DAY, 30 * DAY),
      size: (each) => Math.ceil(each.lognormal(Math.log(500 * KIB), 0.8)),
    }),
  },
};

export const HELD_OUT: Readonly<Record<string, Family>> = {
  // A build that fetches its packages.
  'packages for a build': {
    isCollection: false,
    shape: (draw) => ({
      rate: draw.logBetween(1, 30),
      seconds: draw.logBetween(MINUTE, 20 * MINUTE),
      size: (each) => Math.ceil(each.lognormal(Math.log(50 * KIB), 2)),
    }),
  },
  // Fifty packets a second of sound and more of pictures.
  'video call': {
    isCollection: false,
    shape: (draw) => ({
      rate: draw.between(50, 300),
      seconds: draw.between(10 * MINUTE, 90 * MINUTE),
      size: around(draw.between(200, 1_100), draw.between(0.15, 0.4)),
    }),
  },
  // One large file in blocks, wanted.
  'game downloaded': {
    isCollection: false,
    shape: (draw) => ({
      rate: draw.logBetween(1, 20),
      seconds: draw.logBetween(10 * MINUTE, 2 * HOUR),
      size: around(draw.between(MIB, 4 * MIB), 0.02),
    }),
  },
  monitoring: {
    isCollection: false,
    shape: (draw) => ({
      rate: draw.logBetween(0.1, 5),
      seconds: draw.logBetween(DAY, 30 * DAY),
      size: around(draw.logBetween(500, 20 * KIB), draw.between(0.02, 0.1)),
    }),
  },
  // One address for the visitors of a whole site.
  'reverse proxy': {
    isCollection: false,
    shape: (draw) => ({
      rate: draw.logBetween(50, 2_000),
      seconds: draw.logBetween(10 * MINUTE, 12 * HOUR),
      size: (each) => Math.ceil(each.lognormal(Math.log(20 * KIB), 1.5)),
    }),
  },
  'app on a telephone': {
    isCollection: false,
    shape: (draw) => ({
      rate: draw.logBetween(0.02, 2),
      seconds: draw.logBetween(MINUTE, DAY),
      size: (each) => Math.ceil(each.lognormal(Math.log(4 * KIB), 1.6)),
    }),
  },
  'photographs looked at': {
    isCollection: false,
    shape: (draw) => ({
      rate: draw.logBetween(0.2, 4),
      seconds: draw.logBetween(5 * MINUTE, 2 * HOUR),
      size: (each) => Math.ceil(each.lognormal(Math.log(400 * KIB), 0.7)),
    }),
  },
  'mailboxes exported': {
    isCollection: true,
    shape: (draw) => ({
      rate: draw.logBetween(2, 20),
      seconds: draw.logBetween(HOUR, DAY),
      size: (each) => Math.ceil(each.lognormal(Math.log(75 * KIB), 1.2)),
    }),
  },
  'file share copied': {
    isCollection: true,
    shape: (draw) => ({
      rate: draw.logBetween(20, 500),
      seconds: draw.logBetween(30 * MINUTE, 8 * HOUR),
      size: (each) => Math.ceil(each.lognormal(Math.log(100 * KIB), 1.5)),
    }),
  },
  'sessions opened for their keys': {
    isCollection: true,
    shape: (draw) => ({
      rate: draw.logBetween(20, 300),
      seconds: draw.logBetween(10 * MINUTE, 6 * HOUR),
      size: around(draw.logBetween(3 * KIB, 7 * KIB), draw.between(0.05, 0.25)),
    }),
  },
  'backup stolen': {
    isCollection: true,
    shape: (draw) => ({
      rate: draw.logBetween(5, 60),
      seconds: draw.logBetween(10 * MINUTE, 4 * HOUR),
      size: around(8 * MIB, 0.005),
    }),
  },
  'drop by drop': {
    isCollection: true,
    shape: (draw) => ({
      rate: draw.logBetween(0.02, 0.5),
      seconds: draw.logBetween(2 * DAY, 60 * DAY),
      size: (each) => Math.ceil(each.lognormal(Math.log(MIB), 0.5)),
    }),
  },
};

const VULNERABLE = ['RSA-2048', 'ECDHE-P256', 'X25519', 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', 'DHE-2048'];
const SAFE = ['X25519MLKEM768', 'ML-KEM-768', 'ML-KEM-1024'];
const MOST_SIZES = 2_000;

/** A case of a family; the same seed makes the same case. */
export function trafficCase(part: Readonly<Record<string, Family>>, name: string, seed: string): TrafficCase {
  const draw = drawFrom(`traffic ${name} ${seed}`);
  const family = part[name];
  if (family === undefined) throw new TypeError(`the generator knows no ${name}`);
  const { rate, seconds, size } = family.shape(draw);
  const count = Math.max(1, Math.round(rate * seconds));
  // About half of what people browse had a post-quantum key exchange in 2025 (Cloudflare Radar).
  const isVulnerable = draw.chance(0.5);
  const names = isVulnerable ? VULNERABLE : SAFE;
  return {
    label: !family.isCollection ? 'none' : isVulnerable ? 'harvest_now_decrypt_later' : 'bulk_collection',
    source_ip: `203.0.113.${1 + Math.floor(draw.uniform() * 254)}`,
    request_count: count,
    time_window_seconds: Math.round(seconds),
    payload_sizes: Array.from({ length: Math.min(count, MOST_SIZES) }, () => size(draw)),
    encryption_types: [names[Math.floor(draw.uniform() * names.length)] ?? '', 'AES-256-GCM'],
  };
}
