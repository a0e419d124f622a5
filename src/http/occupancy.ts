import { networkOf } from '../kernel/values/client-network.ts';

export class Occupancy {
  readonly #maxOfAddress: number;
  readonly #max: number;
  readonly #byNetwork = new Map<string, number>();
  #all = 0;

  constructor(limits: { ofAddress: number; ofProcess: number }) {
    this.#maxOfAddress = limits.ofAddress;
    this.#max = limits.ofProcess;
  }

  hasRoomFor(address: string): boolean {
    return this.#all < this.#max && (this.#byNetwork.get(networkOf(address)) ?? 0) < this.#maxOfAddress;
  }

  enter(address: string): () => void {
    const network = networkOf(address);
    this.#count(network, 1);
    let isInside = true;
    return () => {
      if (isInside) this.#count(network, -1);
      isInside = false;
    };
  }

  #count(network: string, change: 1 | -1): void {
    this.#all += change;
    const amount = (this.#byNetwork.get(network) ?? 0) + change;
    if (amount > 0) this.#byNetwork.set(network, amount);
    else this.#byNetwork.delete(network);
  }
}
