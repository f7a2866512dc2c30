/** One request of a bench, and its answer. */
import { Agent, request } from 'node:http';

/** Requests under way at once, at most. */
export const CONNECTIONS = 32;

export interface Shot {
  readonly port: number;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token?: string;
  readonly body?: string;
  /** What the answer has to hold. */
  readonly answers?: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

/** A connection that idles for longer than the server keeps it would be lost in the middle of the next request. */
export function dropConnections(): void {
  agent.destroy();
}

/** Sends a shot and hands out the answer's pieces. Rejects for every status but success, with the text of the answer. */
function receive({ port, method, path, token, body }: Shot, take: (piece: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    };
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
      const isFine = answer.statusCode === 200 || answer.statusCode === 201;
      let refusal = '';
      answer.on('data', (piece: Buffer) => {
        if (isFine) take(piece);
        else refusal += piece.toString();
      });
      answer.on('end', () => (isFine ? resolve() : reject(new Error(`${answer.statusCode}: ${refusal}`))));
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The text of the answer; rejects for every status but success. */
export async function shoot(shot: Shot): Promise<string> {
  const pieces: Buffer[] = [];
  await receive(shot, (piece) => pieces.push(piece));
  return Buffer.concat(pieces).toString();
}

/** How many bytes the answer has, which is kept only where the shot says what it has to hold. Rejects where it does not. */
export async function lengthOfAnswer(shot: Shot): Promise<number> {
  const { answers } = shot;
  let length = 0;
  if (answers === undefined) {
    await receive(shot, (piece) => {
      length += piece.length;
    });
    return length;
  }
  const text = await shoot(shot);
  if (!text.includes(answers)) throw new Error(`${shot.path} answers something else`);
  return Buffer.byteLength(text);
}
