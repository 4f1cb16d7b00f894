/**
 * Start at {@link org.waybill.engine.mover.s3.S3Store}: objects in the buckets of S3, and of all that speaks it, as files.
 *
 * <p>A bucket stands in a URL's place of a host; where it is, what AWS's own tools read says: {@link
 * org.waybill.engine.mover.s3.S3Settings}. S3 has no renames. A small file waits in memory until it gets its name, in one
 * request; a large one is sent in parts ({@link org.waybill.engine.mover.s3.S3Upload}), which are no object before they
 * are put together, and which the home finds again by the name that it noted before the first was sent ({@link
 * org.waybill.engine.mover.s3.UploadName}; decision 0310).
 */
@NullMarked
package org.waybill.engine.mover.s3;

import org.jspecify.annotations.NullMarked;
