package org.waybill.engine.mover.s3;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Causes;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;

/** Notes with a refusal what was asked for, which the SDK's exceptions do not say. */
final class Operations implements ExecutionInterceptor {
    private static final Map<String, String> PERMISSIONS = Map.ofEntries(
            Map.entry("PutObject", "s3:PutObject"),
            Map.entry("CreateMultipartUpload", "s3:PutObject"),
            Map.entry("UploadPart", "s3:PutObject"),
            Map.entry("CompleteMultipartUpload", "s3:PutObject"),
            Map.entry("CopyObject", "s3:GetObject of the source and s3:PutObject"),
            Map.entry("UploadPartCopy", "s3:GetObject of the source and s3:PutObject"),
            Map.entry("GetObject", "s3:GetObject"),
            Map.entry("HeadObject", "s3:GetObject"),
            Map.entry("GetObjectTagging", "s3:GetObjectTagging"),
            Map.entry("ListObjectsV2", "s3:ListBucket"),
            Map.entry("DeleteObject", "s3:DeleteObject"),
            Map.entry("AbortMultipartUpload", "s3:AbortMultipartUpload"),
            Map.entry("ListParts", "s3:ListMultipartUploadParts"),
            Map.entry("ListMultipartUploads", "s3:ListBucketMultipartUploads"));

    /** The name of what was asked for, beside the failure. */
    private static final class Operation extends Exception {
        private static final long serialVersionUID = 1;

        Operation(String name) {
            super(name, null, false, false);
        }
    }

    @Override
    public Throwable modifyException(Context.FailedExecution context, ExecutionAttributes attributes) {
        Throwable failure = context.exception();
        @Nullable String name = attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME);
        if (name != null) {
            failure.addSuppressed(new Operation(name));
        }
        return failure;
    }

    /** The permission that a refused request needs, as AWS calls it. */
    static Optional<String> permission(Throwable refusal) {
        @Nullable AwsServiceException answer = Causes.find(AwsServiceException.class, refusal);
        return answer == null
                ? Optional.empty()
                : Arrays.stream(answer.getSuppressed())
                        .filter(Operation.class::isInstance)
                        .flatMap(one -> Optional.ofNullable(PERMISSIONS.get(String.valueOf(one.getMessage()))).stream())
                        .findFirst();
    }
}
