package tallygate.gateway.reconcile.statement;

/**
 * How much a statement may be.
 *
 * @param unpackedBytesMax of one file after decompression
 * @param ratioMax unpacked to packed, beyond the first megabyte: a bomb is above it
 * @param membersMax of a zip
 * @param lineCharsMax of one row
 * @param problemsMax told of one file; reading ends there
 */
public record Bounds(long unpackedBytesMax, int ratioMax, int membersMax, int lineCharsMax, int problemsMax) {
    /** 8 GiB, 400 to 1 (fixed-width files are mostly blanks), 64 members, 64 Ki characters, 20 problems. */
    public static Bounds standard() {
        return new Bounds(8L << 30, 400, 64, 1 << 16, 20);
    }
}
